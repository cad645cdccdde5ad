/** What the points of a round come from: cards that are left, bonus cards, a set. */
import type { Chip } from "$lib/words/chips";

/** Something that counts, drawn as a small card, and what it brings. */
export interface Counted {
  chip: Chip;
  points: number;
}

/** The points of a seat add up from these. */
export const sumOf = (counted: readonly Counted[]): number => counted.reduce((sum, one) => sum + one.points, 0);

/** The seats in the order in which they are listed: the best first, by all points so far. */
export const ranked = (totals: readonly number[]): number[] =>
  totals.map((_, seat) => seat).sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);

/** The seats with the most points of a round; none if all have the same. */
export function bestOf(points: readonly number[]): number[] {
  const most = Math.max(...points);
  const best = points.flatMap((own, seat) => (own === most ? [seat] : []));
  return best.length === points.length ? [] : best;
}
