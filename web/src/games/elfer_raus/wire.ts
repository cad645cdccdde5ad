// Made from the Python messages by tools/typescript.py: do not edit, run `make types`.

import type { Card, Colour, View } from "$lib/wire";

/** What everybody sees. */
export interface ElferTable {
  players: number;
  turn: number | null;
  starter: number;
  ply: number;
  rows: RowOnTable[];
  stock: number;
  hand_sizes: number[];
  laid: number;
  opening: Opening;
  dropped: Colour | null;
}

/** One row: what lies, and what may be laid next. */
export interface RowOnTable {
  colour: Colour;
  lies: number[];
  fits: number[];
}

/** How rows are started (ER-O2). */
export type Opening = "eleven" | "outside_in" | "ten_to_twelve" | "drawn";

/** What one seat holds. */
export interface ElferHand {
  seat: number;
  cards: Card[];
}

/** Lay a card on its row. */
export interface LayMove {
  move: "lay";
  card: Card;
}

/** End the turn. */
export interface EndTurnMove {
  move: "end_turn";
}

/** One thing a seat can do. */
export type Move = LayMove | EndTurnMove;

/** A card was laid. */
export interface Laid {
  event: "laid";
  seat: number;
  card: Card;
}

/** The seat passed, because there was nothing left to draw or to take and nothing that it had to lay. */
export interface Passed {
  event: "passed";
  seat: number;
}

/** The round is over: the seat has nothing left to lay. */
export interface RoundEnded {
  event: "round_ended";
  seat: number;
}

/** The seat's turn ended. */
export interface TurnEnded {
  event: "turn_ended";
  seat: number;
}

/** No 11 was dealt, so everything was shuffled and dealt again (ER-3). */
export interface DealtAgain {
  event: "dealt_again";
  seat: number;
}

/** A card was drawn and kept; only its owner sees which (ER-R2). */
export interface Drew {
  event: "drew";
  seat: number;
  card: Card | null;
}

/** A card was drawn, fitted, and was laid by the rules (ER-R1). */
export interface DrewAndLaid {
  event: "drew_and_laid";
  seat: number;
  card: Card;
}

/** One thing that happened. */
export type Event = Laid | Passed | RoundEnded | TurnEnded | DealtAgain | Drew | DrewAndLaid;

/** Everything one viewer may see. */
export type GameView = View<ElferTable, ElferHand, Move>;
