/** A review in words: what may be said, and no more. */
import type { Say, Words } from "$games/game";
import { percentText } from "$lib/words/time";
import type { Account, Decision, Hint, Mark, Review, Turn } from "$lib/wire";
import { m } from "$words";

export const MARKS: readonly Mark[] = ["blunder", "mistake", "inaccuracy"];

/** What a mark is called. */
export function markText(mark: Mark): string {
  if (mark === "blunder") return m.review_blunder();
  if (mark === "mistake") return m.review_mistake();
  return mark === "inaccuracy" ? m.review_inaccuracy() : m.review_fine();
}

/** The marked decisions of one seat, or of all; the costliest first. */
export const marked = (review: Review, seat: number | null): Decision[] =>
  review.decisions
    .filter((one) => one.mark !== "fine" && (seat === null || one.seat === seat))
    .sort((a, b) => b.loss - a.loss);

/** What would have been better, and why. */
export function betterText(decision: Decision, words: Words, say: Say): string {
  const parts = [
    m.review_better({ move: words.move(decision.better, say), percent: percentText(decision.loss) }),
    ...reasonText(decision, words),
    ...hindsightText(decision),
  ];
  return parts.join(" ");
}

function reasonText(decision: Decision, words: Words): string[] {
  const said = decision.why.flatMap((reason) => words.reason(reason) ?? []);
  return said.length ? [m.review_why({ why: said.join(", ") })] : [];
}

function hindsightText(decision: Decision): string[] {
  if (decision.hindsight === "unlucky") return [m.review_unlucky()];
  return decision.hindsight === "lucky" ? [m.review_lucky()] : [];
}

/** A turning point in a sentence. */
export function turnText(review: Review, turn: Turn, words: Words, say: Say): string {
  const change = {
    round: review.chart[turn.point]?.round ?? 1,
    name: say.name(turn.seat),
    before: percentText(turn.before),
    after: percentText(turn.after),
  };
  if (turn.cause === "deal") return m.review_turn_deal(change);
  const decision = turn.decision === null ? undefined : review.decisions[turn.decision];
  if (!decision) return m.review_turn_cards(change);
  return m.review_turn_choice({ ...change, who: say.name(decision.seat), move: words.move(decision.move, say) });
}

/** What may be said about a seat after one match. */
export function accountText(account: Account, name: string): string {
  const said = { name, percent: percentText(Math.abs(account.choices)) };
  if (account.told === "gained") return m.review_gained(said);
  return account.told === "cost" ? m.review_cost(said) : m.review_unclear({ name });
}

/** Hundredths of a win, with a sign and perhaps an error. */
export function hundredths(value: number, error: number | null = null): string {
  const rounded = Math.round(100 * value);
  const text = rounded < 0 ? `−${-rounded}` : `+${rounded}`;
  return error === null ? text : `${text} ± ${Math.round(100 * error)}`;
}

/** The better move as the board draws a hint. */
export const ghostOf = (decision: Decision): Hint => ({
  action: decision.best,
  move: decision.better,
  win: 0,
  win_error: 0,
  points: 0,
  points_error: 0,
  gap_error: 0,
  reasons: decision.why,
});
