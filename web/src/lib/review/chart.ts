/** The chart of everybody's chance to win: where its lines run, and where the rounds begin. Pure. */
import type { Review } from "$lib/wire";

export const WIDTH = 640;
export const HEIGHT = 200;
const EDGE = 10;

export interface Chart {
  /** The points of each seat's line, as SVG takes them. */
  lines: string[];
  /** Where rounds after the first begin. */
  rounds: number[];
  /** Where the turning points are, in their order. */
  turns: { x: number; y: number }[];
  x(index: number): number;
}

/** A point for each moment, evenly spaced: what matters are decisions, not time. */
export function chartOf(review: Review): Chart {
  const last = Math.max(1, review.chart.length - 1);
  const x = (index: number) => EDGE + (index * (WIDTH - 2 * EDGE)) / last;
  const y = (chance: number) => HEIGHT - EDGE - chance * (HEIGHT - 2 * EDGE);
  const seats = review.seats.map((_, seat) => seat);
  return {
    lines: seats.map((seat) =>
      review.chart.map((point, i) => `${x(i).toFixed(1)},${y(point.chances[seat] ?? 0).toFixed(1)}`).join(" "),
    ),
    rounds: review.chart.flatMap((point, i) => (i && point.round !== review.chart[i - 1]?.round ? [x(i)] : [])),
    turns: review.turns.map((turn) => ({ x: x(turn.point), y: y(turn.after) })),
    x,
  };
}

/** The last moment of the chart that is not after this step. */
export function momentAt(review: Review, round: number, ply: number): number {
  const at = review.chart.findLastIndex((point) => point.round < round || (point.round === round && point.ply <= ply));
  return Math.max(0, at);
}
