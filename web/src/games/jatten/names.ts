/** What number cards are called. */
import { chip } from "$lib/words/chips";
import { m } from "$words";
import type { NumberCard } from "./wire";

const SIGNS: Record<NumberCard["sign"], (number: number) => string> = {
  plain: (number) => String(number),
  plus_one: (number) => m.ja_card_plus_one({ number }),
  two_for_three: (number) => m.ja_card_two_for_three({ number }),
  eye: (number) => m.ja_card_eye({ number }),
};

const MARKS: Record<NumberCard["sign"], string> = { plain: "", plus_one: "+1", two_for_three: "2→3", eye: "◉" };

const chipOf = (card: NumberCard, name: string): string =>
  chip(`ja-${card.number}`, [card.number, MARKS[card.sign]].filter(Boolean).join(" "), name);

export const cardName = (card: NumberCard): string => chipOf(card, SIGNS[card.sign](card.number));

/** A card within a sentence: "the 4" is no amount. */
export const theCard = (card: NumberCard | null): string =>
  card ? chipOf(card, m.ja_the({ card: SIGNS[card.sign](card.number) })) : m.ja_the_crook();

export const cardsText = (cards: readonly NumberCard[]): string => cards.map(cardName).join(", ");

export const theCards = (cards: readonly (NumberCard | null)[]): string => cards.map(theCard).join(", ");
