// Made from the Python messages by tools/typescript.py: do not edit, run `make types`.

import type { View } from "$lib/wire";

/** What everybody sees. */
export interface NimmtTable {
  players: number;
  turn: number | null;
  starter: number;
  ply: number;
  piles: Pile[];
  stock: number;
  hand_sizes: number[];
  bulls: number[];
  supply: number;
  laid: number;
  choosing: boolean;
  open_piles: boolean;
  heads: number[];
}

/** One pile: its top card, the top card when the turn began, and if piles lie open all cards, lowest first. */
export interface Pile {
  top: number;
  base: number;
  cards: number[] | null;
}

/** What one seat holds. */
export interface NimmtHand {
  seat: number;
  cards: number[];
}

/** Lay a card on the pile that had this top card when the turn began. */
export interface LayMove {
  move: "lay";
  card: number;
  on: number;
}

/** Take the pile with this top card. */
export interface TakeMove {
  move: "take";
  top: number;
}

/** Take a bull from a seat. */
export interface TakeBullMove {
  move: "take_bull";
  owner: number;
}

/** End the turn. */
export interface EndTurnMove {
  move: "end_turn";
}

/** One thing a seat can do. */
export type Move = LayMove | TakeMove | TakeBullMove | EndTurnMove;

/** The seat's turn ended. */
export interface TurnEnded {
  event: "turn_ended";
  seat: number;
}

/** A card of the stock started a new pile (EN-1, EN-7). */
export interface TurnedUp {
  event: "turned_up";
  seat: number;
  card: number;
}

/** A card was laid: on the pile with top card `on` when the turn began; it now covers `covers`. */
export interface Laid {
  event: "laid";
  seat: number;
  card: number;
  on: number;
  covers: number;
}

/** A pile was taken; only the taker sees its cards, unless piles lie open (EN-11, EN-O1). */
export interface Took {
  event: "took";
  seat: number;
  top: number;
  cards: number[] | null;
}

/** The pile had three cards or more: a bull, from the supply (EN-8) or from its owner (EN-9). */
export interface GotBull {
  event: "got_bull";
  seat: number;
  owner: number | null;
}

/** The pile had three cards or more, but the supply is empty and the taker alone has the most (EN-R4). */
export interface NoBull {
  event: "no_bull";
  seat: number;
}

/** The seat laid its last card (EN-12), or took the last pile (EN-R3). */
export interface RoundEnded {
  event: "round_ended";
  seat: number;
  hand_empty: boolean;
}

/** One thing that happened. */
export type Event = TurnEnded | TurnedUp | Laid | Took | GotBull | NoBull | RoundEnded;

/** Everything one viewer may see. */
export type GameView = View<NimmtTable, NimmtHand, Move>;
