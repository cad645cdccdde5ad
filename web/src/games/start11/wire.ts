// Made from the Python messages by tools/typescript.py: do not edit, run `make types`.

import type { Colour, View } from "$lib/wire";

/** What everybody sees. */
export interface StartTable {
  players: number;
  turn: number | null;
  starter: number;
  ply: number;
  rows: RowOnBoard[];
  bridges: Bridge[];
  bag: number;
  rack_sizes: number[];
  laid: number;
  gift: boolean;
  asked: Asked;
  waiting: NumberTile | JokerTile | SymbolTile | null;
  symbols: boolean;
}

/** One row: what lies, and what may be laid next (places 0 and 21 are the symbol spaces). */
export interface RowOnBoard {
  colour: Colour;
  lies: number[];
  fits: number[];
  fresh: number[];
}

/** A bridge between the same number in two neighbouring rows (SB-7). */
export interface Bridge {
  rows: [Colour, Colour];
  number: number;
  bonus: boolean;
}

/** What the seat at turn is asked for. */
export type Asked = "turn" | "drawn" | "bonus" | "free_tile" | "first";

/** A number tile of a colour. */
export interface NumberTile {
  tile: "number";
  colour: Colour;
  number: number;
}

/** A grey tile that fits any space of its number. */
export interface JokerTile {
  tile: "joker";
  number: number;
}

/** A symbol tile of a row (SB-R2). */
export interface SymbolTile {
  tile: "symbol";
  colour: Colour;
}

/** What one seat holds. */
export interface StartHand {
  seat: number;
  tiles: (NumberTile | JokerTile | SymbolTile)[];
}

/** Fill a space; the tile follows from it. */
export interface LayMove {
  move: "lay";
  space: Space;
}

/** A space of the board: the numbers 1 to 20 of a row, and 0 and 21 for the symbol spaces beside them. */
export interface Space {
  colour: Colour;
  place: number;
}

/** Pass a tile to the left neighbour and end the turn. */
export interface GiveMove {
  move: "give";
  tile: NumberTile | JokerTile | SymbolTile;
}

/** End the turn, without a gift. */
export interface EndTurnMove {
  move: "end_turn";
}

/** Pass: nothing fits and the bag is empty. */
export interface PassMove {
  move: "pass";
}

/** Do without the free tile after a symbol. */
export interface SkipMove {
  move: "skip";
}

/** One thing a seat can do. */
export type Move = LayMove | GiveMove | EndTurnMove | PassMove | SkipMove;

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

/** A tile was laid. */
export interface Laid {
  event: "laid";
  seat: number;
  tile: NumberTile | JokerTile | SymbolTile;
  space: Space;
  origin: Origin;
}

/** Why a tile was laid. */
export type Origin = "rack" | "first" | "free_tile" | "drawn" | "bonus";

/** A tile was drawn and kept; only its owner sees which. */
export interface Drew {
  event: "drew";
  seat: number;
  tile: NumberTile | JokerTile | SymbolTile | null;
}

/** A tile was drawn that has to be laid, and its space is to be chosen. */
export interface DrewToLay {
  event: "drew_to_lay";
  seat: number;
  tile: NumberTile | JokerTile | SymbolTile;
  bonus: boolean;
}

/** A tile was passed on face down; only giver and receiver see which (SB-9). */
export interface Gave {
  event: "gave";
  seat: number;
  to: number;
  tile: NumberTile | JokerTile | SymbolTile | null;
}

/** The seat did without the free tile (SB-O1). */
export interface Skipped {
  event: "skipped";
  seat: number;
}

/** One thing that happened. */
export type Event = Passed | RoundEnded | TurnEnded | Laid | Drew | DrewToLay | Gave | Skipped;

/** Everything one viewer may see. */
export type GameView = View<StartTable, StartHand, Move>;
