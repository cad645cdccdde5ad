// Made from the Python messages by tools/typescript.py: do not edit, run `make types`.

import type { View } from "$lib/wire";

/** What everybody sees. */
export interface JattenTable {
  players: number;
  turn: number | null;
  starter: number;
  ply: number;
  phase: Phase;
  victim: number | null;
  from_pile: boolean;
  middle: NumberCard[];
  crook_in_middle: boolean;
  collections: NumberCard[][];
  hand_sizes: number[];
  pile: number;
  discards: NumberCard[];
  turns: number;
  winner: number | null;
  signs: Signs;
}

/** What the seat at turn decides next; the order is that of the rules. */
export type Phase = "play" | "rob" | "again" | "look" | "swap" | "theft" | "refill";

/** A number card with its sign. */
export interface NumberCard {
  number: number;
  sign: Sign;
}

/** What a number card carries; the order is that of the kinds. */
export type Sign = "plain" | "plus_one" | "eye" | "two_for_three";

/** How many cards carry a sign (JA-R1). */
export type Signs = "standard" | "mild";

/** What one seat holds, and what it knows of the others. */
export interface JattenHand {
  seat: number;
  cards: NumberCard[];
  crook: boolean;
  known: KnownCards[];
  bust_odds: number | null;
}

/** Cards that are certainly in the hand of another seat, because a bust or an eye showed them. */
export interface KnownCards {
  seat: number;
  cards: NumberCard[];
}

/** Put a card from the hand into the collection. */
export interface PlayMove {
  move: "play";
  card: NumberCard;
}

/** Draw the first card from the hand of another player. */
export interface RobMove {
  move: "rob";
  victim: number;
}

/** Draw the first card from the pile (2 players). */
export interface RobPileMove {
  move: "rob_pile";
}

/** Draw one more card from the same hand or the pile. */
export interface DrawAgainMove {
  move: "draw_again";
}

/** Stop, and take the cards in the middle. */
export interface StopMove {
  move: "stop";
}

/** Look at the hand of another player (eye). */
export interface LookMove {
  move: "look";
  at: number;
}

/** Discard two cards of one number from the collection for three new ones (2→3). */
export interface SwapMove {
  move: "swap";
  one: NumberCard;
  other: NumberCard;
}

/** Do not use the 2→3. */
export interface NoSwapMove {
  move: "no_swap";
}

/** Take a card from the collection of the robbed player (crook). */
export interface StealMove {
  move: "steal";
  card: NumberCard;
}

/** Take nothing for the crook. */
export interface NoTheftMove {
  move: "no_theft";
}

/** Discard all cards of one number from the collection and draw up to 8 hand cards. */
export interface DiscardMove {
  move: "discard";
  number: number;
}

/** Discard nothing and draw nothing. */
export interface KeepMove {
  move: "keep";
}

/** One thing a seat can do. */
export type Move = PlayMove | RobMove | RobPileMove | DrawAgainMove | StopMove | LookMove | SwapMove | NoSwapMove | StealMove | NoTheftMove | DiscardMove | KeepMove;

/** A card was put into the collection (JA-4). */
export interface Played {
  event: "played";
  seat: number;
  card: NumberCard;
}

/** A card was drawn into the middle, from a hand or from the pile (victim None); a crook has no card (JA-5). */
export interface Drew {
  event: "drew";
  seat: number;
  victim: number | null;
  card: NumberCard | null;
}

/** An eye: only the two players concerned see the cards (JA-8). */
export interface Looked {
  event: "looked";
  seat: number;
  at: number;
  cards: NumberCard[] | null;
}

/** Two cards were discarded for three (JA-8). */
export interface Swapped {
  event: "swapped";
  seat: number;
  cards: NumberCard[];
}

/** The 2→3 was not used (JA-R6). */
export interface DeclinedSwap {
  event: "declined_swap";
  seat: number;
}

/** The thief stopped and took the cards in the middle (JA-6). */
export interface Stopped {
  event: "stopped";
  seat: number;
  victim: number | null;
  cards: NumberCard[];
  crook: boolean;
}

/** A number came for the second time: the cards went back to the hand, or from the pile to the discards (JA-7). */
export interface Busted {
  event: "busted";
  seat: number;
  victim: number | null;
  cards: NumberCard[];
  crook: boolean;
}

/** The crook's theft (JA-6). */
export interface Stole {
  event: "stole";
  seat: number;
  victim: number;
  card: NumberCard;
}

/** Nothing was taken for the crook (JA-R11). */
export interface DeclinedTheft {
  event: "declined_theft";
  seat: number;
  victim: number;
}

/** A card was drawn from the pile into the hand; only its owner sees which (JA-9, JA-10). */
export interface IntoHand {
  event: "into_hand";
  seat: number;
  card: NumberCard | null;
}

/** A card was drawn from the pile into the collection, for a +1 or a 2→3 (JA-8). */
export interface IntoCollection {
  event: "into_collection";
  seat: number;
  card: NumberCard;
}

/** All cards of one number were discarded (JA-10). */
export interface Discarded {
  event: "discarded";
  seat: number;
  cards: NumberCard[];
}

/** Nothing was discarded or drawn (JA-10). */
export interface Kept {
  event: "kept";
  seat: number;
}

/** The discards became the new pile (JA-11). */
export interface Renewed {
  event: "renewed";
  seat: number;
  cards: number;
}

/** Six of one number at the end of the turn (JA-12). */
export interface Won {
  event: "won";
  seat: number;
}

/** The round ended without a winner after 40 turns each (JA-R15). */
export interface RoundTired {
  event: "round_tired";
  seat: number;
}

/** One thing that happened. */
export type Event = Played | Drew | Looked | Swapped | DeclinedSwap | Stopped | Busted | Stole | DeclinedTheft | IntoHand | IntoCollection | Discarded | Kept | Renewed | Won | RoundTired;

/** Everything one viewer may see. */
export type GameView = View<JattenTable, JattenHand, Move>;
