/** What a game gives to the table in the browser. README.md in web/ tells how to add one. */
import type { Component, Snippet } from "svelte";
import type { BackLook } from "$components/cards/Back.svelte";
import type { Sound, Tune } from "$lib/play/figures";
import type { Thing } from "$lib/rulebook/drawing";
import type { AnyEvent, AnyMove, Choice, Reason, View } from "$lib/wire";
import type { Counted } from "$lib/scores/tally";
import type { Desk } from "$lib/table/desk";

/** What is known of a game before it is loaded. `facts.ts` of its folder exports it as `facts`. */
export interface Facts {
  title: string;
  /** How many sit at a table unless somebody chooses another number. */
  seats: number;
  /** Its place in lists of games: the smaller, the sooner. */
  order: number;
  /** There are puzzles of it. */
  puzzles?: boolean;
  /** The back of its cards; a plain one if it names none. */
  back?: BackLook;
  /** The game in one line. */
  line(): string;
}

/** How others are spoken of. */
export interface Say {
  /** The name of a seat as it is shown. */
  name(seat: number): string;
  /** The viewer's seat; null for a spectator. */
  seat: number | null;
}

/** Moves, steps and questions in words. No sentence of it comes from the server. */
export interface Words<V extends View = View, M = AnyMove, E = AnyEvent> {
  /** What a choice does, as on a button: "Lay red 12". With the view it can name what is seen there. */
  move(move: M, say: Say, view?: V | null): string;
  /**
   * What a step did, to stand behind "Bo:" in the log: "laid red 12". Null for a step that needs no
   * words.
   */
  event(event: E, say: Say): string | null;
  /** A whole turn in one line, if joining the steps by commas is not good enough. */
  turn?(events: E[], say: Say): string | null;
  /** What is asked of the viewer, in one plain line. Only called when it is their decision. */
  ask(view: V, say: Say): string;
  /** The main button while it can do nothing; "End turn" is the usual. */
  idle?(view: V): string;
  /** How the points of a round come about, in a sentence or two. */
  points(table: V["table"]): string;
  /** What the viewer has to do before the main button works: "Tap a pile". */
  needs?(view: V): string | null;
  /**
   * Why a move may not be made now, in one short sentence; null: the rulebook's words are shown.
   */
  why?(rule: string, move: M, view: V, say: Say): string | null;
  /** What speaks for a hinted move; null if the key is not known. */
  reason(reason: Reason): string | null;
  /** The whole position in a few sentences, for the key that reads it. */
  read(view: V, say: Say): string;
}

/**
 * What a host can choose at a new table, in words. `options.ts` of a game with options exports it
 * as default.
 */
export interface OptionWords {
  name(option: string): string | null;
  value?(option: string, value: string): string | null;
  /** What an option does, or the value that is chosen; null if its name says all. */
  about?(option: string, value: string | boolean | null): string | null;
}

/** What the coach says in the first match of a game. */
export interface Tip<V extends View = View> {
  key: string;
  /** True at a decision of the viewer's where it matters. */
  when(view: V): boolean;
  /** One or two short sentences: three lines on a phone, some 110 letters. */
  text(): string;
}

/** Something flies from a place to another: any element with that `data-place`. */
export interface Motion {
  from: string;
  to: string;
  /** The target does not show the thing itself (a hidden hand): the back of a card flies there. */
  back?: boolean;
}

/** Props of a game's components. */
export interface DeskProps<V extends View = View, E extends AnyEvent = AnyEvent> {
  desk: Desk<V, E>;
  /** Draws who sits somewhere, for a board that seats the others itself. */
  seat?: Snippet<[number]> | undefined;
}

export interface Game<V extends View = View, M extends AnyMove = AnyMove, E extends AnyEvent = AnyEvent> {
  words: Words<V, M, E>;
  /** What lies in the middle. Without it the table is a list of choices. */
  Board?: Component<DeskProps<V, E>>;
  /** The viewer's own cards. Without it all choices are listed as buttons. */
  Own?: Component<DeskProps<V, E>>;
  /** True if every move can be made from the own cards and the buttons, without a tap on the board. */
  fromHand?: boolean;
  /** The board is much wider than high: the others sit along its top. */
  wide?: boolean;
  /** The board seats the others itself, beside what they have collected. */
  seated?: boolean;
  /** How many cards a seat holds. */
  count(table: V["table"], seat: number): number;
  /** The word for what a seat holds, if it is not cards. */
  word?(count: number): string;
  /** More about a seat in a word or two (bulls, bonus cards), read and shown beside its cards. */
  extra?(table: V["table"], seat: number): string | null;
  /**
   * A drawing and a figure shown in place of `extra`; its words are then for screen readers only.
   */
  mark?: { Picture: Component; figure(table: V["table"], seat: number): number };
  /**
   * The one choice of the main button, if the move is no card: end the turn, draw again, take what
   * is selected.
   */
  main?(choices: Choice<M>[], selected: string | null): Choice<M> | null;
  /**
   * True if the main button gives something up while other moves are left, or weighs the same as
   * another one: it is drawn quietly.
   */
  quiet?(choices: Choice<M>[]): boolean;
  /** Choices that are buttons beside the main one, when `Own` does not offer them. */
  others?(choices: Choice<M>[]): Choice<M>[];
  /** Moves that ask once more before they are done. */
  asksTwice?(move: M): boolean;
  /**
   * The view as it looks after one step of several; the server's own view follows after the last.
   */
  advance?(view: V, event: E, say: Say): V;
  /** The view of a new round before its first steps, which are given with it in `view`. */
  before?(view: V, events: E[], say: Say): V;
  /** Two successive steps of a seat are shown and told as one: "drew three cards". */
  together?(a: E, b: E): boolean;
  /** What flies when a step is shown. */
  motions?(event: E, say: Say): Motion[];
  /** How long a step is looked at: 1 is usual, 0 not at all. */
  weight?(event: E): number;
  sound?(event: E): Sound | null;
  /** What is heard when the viewer has won: half tones, each game its own. */
  tune?: Tune;
  /** The first match: the goal, then tips at the first decision where they matter, in this order. */
  coach?: readonly Tip<V>[];
  /** What the points of a seat in a finished round come from; `hand` is what it has left. */
  tally?(table: V["table"], hand: NonNullable<V["hand"]>, seat: number): Counted[];
}

/**
 * How the examples in a game's rulebook are drawn ($lib/rulebook/drawing has the notation).
 * `figures/index.ts` of its folder exports them as default.
 */
export interface Figures {
  /** What may stand over things side by side, beside the common headings. */
  headings?: Record<string, () => string>;
  /** Headings under which cards of one number lie on one another. */
  piled?: readonly string[];
  /**
   * Pictures that an example may name, and how they stand among cards: as one of them, as a small
   * sign, round.
   */
  pictures?: Record<string, "card" | "sign" | "round">;
  /** Signs that a number may carry, as in `5.eye`. Digits are always allowed. */
  signs?: readonly string[];
  /** Draws one thing, where the common cards are not enough. */
  Thing?: Component<{ thing: Thing }>;
  /** How a board of rows looks. */
  board?: BoardLook;
  /** Drawn once on the page, for what several things refer to. */
  Shared?: Component;
}

export interface BoardLook {
  /** Laid with cards, not with tiles. */
  cards?: boolean;
  /** Numbers whose spaces are printed grey. */
  grey?: readonly number[];
  /**
   * The last number of a row, if it is not 20: beyond it, and before 1, are the spaces of symbols.
   */
  last?: number;
}
