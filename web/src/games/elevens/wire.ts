// Made from the Python messages by tools/typescript.py: do not edit, run `make types`.

import type { Card, Colour, View } from "$lib/wire";

/** What everybody sees. */
export interface ElevensTable {
  players: number;
  turn: number | null;
  starter: number;
  ply: number;
  rows: RowOnTable[];
  bridges_on_table: BridgeOnTable[];
  stock: number;
  hand_sizes: number[];
  bridges: number[];
  bonuses: number[];
  bonus_left: number;
  thrown: number;
  laid: number;
  swapped: boolean;
  passes: number;
  simple: boolean;
}

/** One row: the filled places, those of them that a joker fills, and the places next to them. */
export interface RowOnTable {
  colour: Colour;
  lies: number[];
  jokers: number[];
  fits: number[];
}

/** A bridge that lies between two neighbouring rows. */
export interface BridgeOnTable {
  upper: Colour;
  lower: Colour;
  number: number;
}

/** What one seat holds. */
export interface ElevensHand {
  seat: number;
  cards: Card[];
  jokers: number;
}

/** Lay a number card at its place, over a bridge where its row does not lead there. */
export interface LayMove {
  move: "lay";
  card: Card;
}

/** Lay a joker as this card. */
export interface LayJokerMove {
  move: "lay_joker";
  place: Card;
}

/** Put this card from the hand in place of the joker that stands for it, and take the joker. */
export interface SwapMove {
  move: "swap";
  card: Card;
}

/** Throw a joker from the hand out of the game. */
export interface ThrowJokerMove {
  move: "throw_joker";
}

/** End the turn. */
export interface EndTurnMove {
  move: "end_turn";
}

/** Take the top card of the stock. */
export interface TakeMove {
  move: "take";
}

/** Pass: the stock is empty and no number card fits inside its row. */
export interface PassMove {
  move: "pass";
}

/** One thing a seat can do. */
export type Move = LayMove | LayJokerMove | SwapMove | ThrowJokerMove | EndTurnMove | TakeMove | PassMove;

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

/** A bridge was laid from the same number of a neighbouring row (EE-6). */
export interface Bridged {
  event: "bridged";
  seat: number;
  place: Card;
  origin: Colour;
}

/** A joker was laid as this card (EE-8). */
export interface JokerLaid {
  event: "joker_laid";
  seat: number;
  place: Card;
}

/** This card took the place of a joker, which went to the hand (EE-9). */
export interface Swapped {
  event: "swapped";
  seat: number;
  card: Card;
}

/** A joker left the game (EE-10). */
export interface JokerThrown {
  event: "joker_thrown";
  seat: number;
}

/** A side is full, and the seat took a bonus card (EE-12). */
export interface BonusWon {
  event: "bonus_won";
  seat: number;
  colour: Colour;
  side: Side;
}

/** A half of a row. */
export type Side = "low" | "high";

/** A card was taken from the stock; only its owner sees which (EE-3). */
export interface Took {
  event: "took";
  seat: number;
  card: Card | null;
  joker: boolean;
}

/** Every seat passed in a row, this one last, and the round is over (EE-R7). */
export interface AllPassed {
  event: "all_passed";
  seat: number;
}

/** One thing that happened. */
export type Event = Laid | Passed | RoundEnded | TurnEnded | Bridged | JokerLaid | Swapped | JokerThrown | BonusWon | Took | AllPassed;

/** Everything one viewer may see. */
export type GameView = View<ElevensTable, ElevensHand, Move>;
