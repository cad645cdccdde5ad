/** What a game's components see of the table, and what they can do. */
import type { Say } from "$games/game";
import type { AnyEvent, AnyMove, Hint, View } from "$lib/wire";

/** Why a move was not made. */
export interface Forbidden {
  place: string;
  /** None if it is no move of the game. */
  move: AnyMove | null;
  rule: string | null;
}

/** What something on the table is, in a sentence or two, and the rule that has more about it. */
export interface Told {
  text: string;
  rule: string | null;
}

export interface Desk<V extends View = View, E extends AnyEvent = AnyEvent> {
  /** Everything that this viewer may see. */
  readonly view: V;
  /** The viewer's seat; null for a spectator. */
  readonly seat: number | null;
  readonly say: Say;
  /**
   * Whose cards these are, by name, when somebody looks at them who does not play them; null: the
   * viewer's own.
   */
  readonly owner: string | null;
  /** Steps since the viewer's last turn: what lies because of them is "just laid". */
  readonly fresh: E[];
  /** The step that is being shown now. */
  readonly step: E | null;
  /** The viewer decides, and all that happened has been shown. */
  readonly mayAct: boolean;
  /** This table allows hints. */
  readonly allowsHints: boolean;
  /** The best move, after the viewer asked for a hint. */
  readonly hint: Hint | null;
  /** What was tried last and may not be done: its place, and the rule against it. */
  readonly forbidden: Forbidden | null;
  /** The key of a chosen thing that can go to several places; the board lights them up. */
  selected: string | null;
  /** Make a move by its action number. */
  play(action: number): void;
  /** The viewer wants a move that is not among the choices: say which rule forbids it. */
  whyNot<M extends AnyMove>(move: M, place: string): void;
  /** The viewer wants to know what something is: say it, in place of any answer before. */
  tell(told: Told): void;
  /** Remove the last explanation or refusal from the screen. */
  hush(): void;
}
