/** Which card goes where, as the choices say it; and keys for what is selected. */
import type { Choice } from "$lib/wire";
import type { Move, Pile } from "./wire";

type Choices = readonly Choice<Move>[];

export const cardKey = (card: number): string => `card-${card}`;

/** A pile is known by the top card that it had when the turn began. */
export const pileKey = (base: number): string => `pile-${base}`;

const numberIn = (key: string | null, kind: string): number | null =>
  key?.startsWith(`${kind}-`) ? Number(key.slice(kind.length + 1)) : null;

export const selectedCard = (key: string | null): number | null => numberIn(key, "card");
export const selectedPile = (key: string | null): number | null => numberIn(key, "pile");

/** The piles that take a card, each with its action. */
export const pilesFor = (choices: Choices, card: number): Map<number, number> =>
  new Map(
    choices.flatMap(({ action, move }) =>
      move.move === "lay" && move.card === card ? [[move.on, action] as const] : [],
    ),
  );

/** The own cards that go on a pile, each with its action. */
export const cardsFor = (choices: Choices, base: number): Map<number, number> =>
  new Map(
    choices.flatMap(({ action, move }) =>
      move.move === "lay" && move.on === base ? [[move.card, action] as const] : [],
    ),
  );

/** All own cards that go anywhere. */
export const playable = (choices: Choices): Set<number> =>
  new Set(choices.flatMap(({ move }) => (move.move === "lay" ? [move.card] : [])));

/** To take the pile with this top card. */
export const takeOf = (choices: Choices, top: number): Choice<Move> | null =>
  choices.find(({ move }) => move.move === "take" && move.top === top) ?? null;

/**
 * The piles as they lie: in the order that they had when the turn began, so that none moves away
 * while cards are laid.
 */
export const inOrder = (piles: readonly Pile[]): Pile[] => [...piles].sort((a, b) => a.base - b.base);

/**
 * The pile that somebody most likely means with a card that goes nowhere: the next one below it,
 * round the corner too.
 */
export function nearest(piles: readonly Pile[], card: number): Pile | null {
  const below = piles.filter((pile) => pile.base < card);
  return [...(below.length ? below : piles)].sort((a, b) => b.base - a.base)[0] ?? null;
}
