/**
 * What a hint says: the move to make, how much better it is than the next in words, and the figures
 * behind them. Differences within the errors are none: such moves share their figure and their
 * place, so that words, order and figures never contradict each other.
 */
import type { Hint } from "$lib/wire";
import { m } from "$words";

/** How far a move is behind the best one. */
export type Gap = "same" | "little" | "clear" | "much";

export interface Advice {
  hint: Hint;
  gap: Gap;
  /** The chance to win, in hundredths. */
  percent: number;
  /** How far the difference to the best move may be off, in hundredths; for the best move, how far its chance may be. */
  margin: number;
}

const SURE = 2; // standard errors beyond which a difference counts
const LEAST = 0.01; // of a win: nobody notices less
const LITTLE = 0.05;
const CLEAR = 0.15;

function gapOf(best: Hint, other: Hint): Gap {
  const behind = best.win - other.win;
  if (behind <= Math.max(LEAST, SURE * other.gap_error)) return "same";
  return behind < LITTLE ? "little" : behind < CLEAR ? "clear" : "much";
}

/** The moves as they are shown, the best first. */
export function advise(hints: readonly Hint[]): Advice[] {
  const [best] = hints;
  if (!best) return [];
  const graded = hints.map((hint) => ({
    hint,
    gap: hint === best ? ("same" as const) : gapOf(best, hint),
    margin: Math.ceil(100 * SURE * (hint === best ? hint.win_error : hint.gap_error)),
  }));
  const equal = graded.filter((one) => one.gap === "same");
  const percent = Math.round((100 * equal.reduce((sum, one) => sum + one.hint.win, 0)) / equal.length);
  const worse = graded
    .filter((one) => one.gap !== "same")
    .sort((a, b) => b.hint.win - a.hint.win)
    .map((one) => ({ ...one, percent: Math.max(0, Math.min(percent - 1, Math.round(one.hint.win * 100))) }));
  return [...equal.map((one) => ({ ...one, percent })), ...worse];
}

/** The hint in one sentence; `move` and `why` put moves and reasons into words. */
export function adviceText(all: readonly Advice[], move: (hint: Hint) => string, why: (hint: Hint) => string): string {
  const [best, second] = all;
  if (!best) return "";
  const said = { move: move(best.hint) };
  if (!second) return m.hint_only(said);
  const reason = why(best.hint);
  const with_why = (text: string) => (reason ? m.hint_why({ text, why: reason }) : `${text}.`);
  if (second.gap === "same")
    return all.filter((one) => one.gap === "same").length > 2
      ? with_why(m.hint_close_many(said))
      : with_why(m.hint_close({ ...said, other: move(second.hint) }));
  if (second.gap === "little") return with_why(m.hint_little(said));
  return with_why(second.gap === "clear" ? m.hint_clear(said) : m.hint_much(said));
}

/** How far behind, in words. */
export function gapText(gap: Gap): string {
  switch (gap) {
    case "same":
      return m.gap_same();
    case "little":
      return m.gap_little();
    case "clear":
      return m.gap_clear();
    case "much":
      return m.gap_much();
  }
}
