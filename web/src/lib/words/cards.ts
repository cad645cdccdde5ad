/** Number cards of four colours: their names, keys and order. */
import { m } from "$words";
import type { Card, Colour } from "$lib/wire";
import type { Choices } from "$lib/person/settings.svelte";
import { chip } from "./chips";

export const COLOURS: readonly Colour[] = ["red", "yellow", "green", "blue"];

const WORDS: Record<Colour, () => string> = {
  red: () => m.red(),
  yellow: () => m.yellow(),
  green: () => m.green(),
  blue: () => m.blue(),
};

const NAMES: Record<Colour, (number: number) => string> = {
  red: (number) => m.card_red({ number }),
  yellow: (number) => m.card_yellow({ number }),
  green: (number) => m.card_green({ number }),
  blue: (number) => m.card_blue({ number }),
};

const OBJECTS: Record<Colour, (number: number) => string> = {
  red: (number) => m.card_red_object({ number }),
  yellow: (number) => m.card_yellow_object({ number }),
  green: (number) => m.card_green_object({ number }),
  blue: (number) => m.card_blue_object({ number }),
};

export const colourName = (colour: Colour): string => WORDS[colour]();

/** What a card is called: "red 12". */
export const cardName = (card: Card): string => chip(card.colour, card.number, NAMES[card.colour](card.number));

/** The name of a card as the object of a verb, for which Icelandic has another form. */
export const cardObject = (card: Card): string => chip(card.colour, card.number, OBJECTS[card.colour](card.number));

/** With a capital letter, for buttons. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A key for a card, also its place in a hand. */
export const cardKey = (card: Card): string => `card-${card.colour}-${card.number}`;

const rank = (card: Card) => COLOURS.indexOf(card.colour);

/** Cards in the order that the viewer likes. */
export function sorted<T extends Card>(cards: readonly T[], how: Choices["sort"]): T[] {
  if (how === "deal") return [...cards];
  const by =
    how === "colour" ? (card: Card) => rank(card) * 100 + card.number : (card: Card) => card.number * 10 + rank(card);
  return [...cards].sort((a, b) => by(a) - by(b));
}

/** Numbers as runs: [1, 3] is 1, 2, 3. */
export function runs(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

export const sameCard = (a: Card | null, b: Card | null): boolean =>
  a !== null && b !== null && a.colour === b.colour && a.number === b.number;
