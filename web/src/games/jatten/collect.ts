/**
 * Cards by number, and which choice belongs to what is drawn on the table. No rule: all of it is in
 * the choices.
 */
import type { Choice } from "$lib/wire";
import type { Event, GameView, Move, NumberCard } from "./wire";

type Choices = readonly Choice<Move>[];

export const NUMBERS = [1, 2, 3, 4, 5, 6, 7] as const;

export const same = (a: NumberCard, b: NumberCard): boolean => a.number === b.number && a.sign === b.sign;

/** A collection, number by number. */
export const sets = (cards: readonly NumberCard[]): NumberCard[][] =>
  NUMBERS.map((number) => cards.filter((card) => card.number === number));

/** The cards without one that is like this. */
export function without(cards: readonly NumberCard[], gone: NumberCard): NumberCard[] {
  const at = cards.findIndex((card) => same(card, gone));
  return at < 0 ? [...cards] : [...cards.slice(0, at), ...cards.slice(at + 1)];
}

/** Keys of the own cards: equal ones are counted. */
export function keyed(cards: readonly NumberCard[]): { key: string; card: NumberCard }[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const kind = handKey(card);
    const copy = seen.get(kind) ?? 0;
    seen.set(kind, copy + 1);
    return { key: copy ? `${kind}-${copy}` : kind, card };
  });
}

export const handKey = (card: NumberCard): string => `hand-${card.number}-${card.sign}`;

/** What may be done with the hand of a seat: rob it, draw again, look at it. */
export function handChoice(view: GameView, choices: Choices, seat: number): Choice<Move> | null {
  return (
    choices.find(({ move }) => {
      if (move.move === "rob") return move.victim === seat;
      if (move.move === "look") return move.at === seat;
      return move.move === "draw_again" && view.table.victim === seat;
    }) ?? null
  );
}

/** What may be done with the pile. */
export const pileChoice = (view: GameView, choices: Choices): Choice<Move> | null =>
  choices.find(({ move }) => move.move === "rob_pile" || (move.move === "draw_again" && view.table.from_pile)) ?? null;

/**
 * What may be done with the cards of a number in a seat's collection: steal one, swap two, discard
 * all.
 */
export function setChoices(
  view: GameView,
  choices: Choices,
  seat: number,
  number: number,
  own: number | null,
): Choice<Move>[] {
  return choices.filter(({ move }) => {
    if (move.move === "steal") return seat === view.table.victim && move.card.number === number;
    if (move.move === "swap") return seat === own && move.one.number === number;
    return move.move === "discard" && seat === own && move.number === number;
  });
}

/** What is still to be seen of the last theft when nothing lies in the middle any more. */
export function lastTheft(fresh: readonly Event[]): Extract<Event, { event: "stopped" | "busted" }> | null {
  return fresh.findLast((event) => event.event === "stopped" || event.event === "busted") ?? null;
}

/** Cards that this viewer knows to be in a hand. */
export const knownIn = ({ hand }: GameView, seat: number): NumberCard[] =>
  hand?.known.find((one) => one.seat === seat)?.cards ?? [];

/**
 * What is left of the hand that an eye showed to this seat, in its running turn; null if there was
 * none.
 */
export function seenHand(
  view: GameView,
  fresh: readonly Event[],
  seat: number | null,
): { at: number; cards: NumberCard[]; crook: boolean } | null {
  const looked = fresh.findLast((event) => event.event === "looked" && event.seat === seat && event.cards !== null);
  if (looked?.event !== "looked") return null;
  return { at: looked.at, cards: knownIn(view, looked.at), crook: hasCrook(view.table, looked.at) };
}

/** Every hand has its crook, unless it was just drawn. */
export const hasCrook = ({ crook_in_middle, victim }: GameView["table"], seat: number): boolean =>
  !(crook_in_middle && victim === seat);

const SIGNS = ["plain", "plus_one", "eye", "two_for_three"];

/** By number, then by sign. */
export const inOrder = (cards: readonly NumberCard[]): NumberCard[] =>
  [...cards].sort((a, b) => a.number - b.number || SIGNS.indexOf(a.sign) - SIGNS.indexOf(b.sign));
