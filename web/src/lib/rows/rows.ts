/** A board of rows under one another: its places, and how arrow keys go from one to another. */
import type { Colour } from "$lib/wire";

export interface Place {
  /** Unique on the board; also its `data-place`. */
  key: string;
  /** What it is called, with what a tap does or how it stands. */
  label: string;
  number: number;
  lies: boolean;
  /** The next thing in this row could be here. */
  fits: boolean;
  /** A tap does something. */
  own: boolean;
  /** Offered for what was chosen before; all others step back. */
  lit: boolean;
  fresh: boolean;
  hinted: boolean;
}

export interface Row<P extends Place = Place> {
  colour: Colour;
  /** The row in words. */
  text: string;
  places: P[];
}

/** A row and a column, counted from 0. */
export type Spot = readonly [row: number, column: number];

export function spotOf(rows: readonly Row[], key: string | null): Spot | null {
  for (const [r, row] of rows.entries()) {
    const column = row.places.findIndex((place) => place.key === key);
    if (column >= 0) return [r, column];
  }
  return null;
}

/** The places that are offered, by rows. */
export const litSpots = (rows: readonly Row[]): Spot[] =>
  rows.flatMap((row, r) => row.places.flatMap((place, column) => (place.lit ? [[r, column] as const] : [])));

/**
 * The place with the tab stop: the one that had the focus last, unless others are offered; else the
 * first that is offered, or the one at column `centre` of the first row.
 */
export function stopOf(rows: readonly Row[], last: string | null, centre: number): string | null {
  const lit = litSpots(rows);
  const known = spotOf(rows, last);
  const place = known && rows[known[0]]?.places[known[1]];
  if (place && (!lit.length || place.lit)) return place.key;
  const first = lit[0] ?? [0, centre];
  return rows[first[0]]?.places[first[1]]?.key ?? null;
}

/**
 * Where an arrow key leads. If places are offered, right and left go through all of them, row by
 * row; else through the row. Up and down go to the nearest one above or below. Null for other keys;
 * the same spot at the edge.
 */
export function walk(rows: readonly Row[], from: Spot, key: string): Spot | null {
  const lit = litSpots(rows);
  const spots = lit.length ? lit : rows.flatMap((row, r) => row.places.map((_, column) => [r, column] as const));
  const [r, c] = from;
  const line = lit.length ? lit : spots.filter(([row]) => row === r);
  const here = line.findIndex(([row, column]) => row === r && column === c);
  switch (key) {
    case "ArrowRight":
      return line[Math.min(here + 1, line.length - 1)] ?? from;
    case "ArrowLeft":
      return line[Math.max(here - 1, 0)] ?? from;
    case "ArrowDown":
      return nearest(
        spots.filter(([row]) => row > r),
        from,
      );
    case "ArrowUp":
      return nearest(
        spots.filter(([row]) => row < r),
        from,
      );
    case "Home":
      return line[0] ?? from;
    case "End":
      return line.at(-1) ?? from;
    default:
      return null;
  }
}

/** The nearest of some spots in other rows: the next row first, then the next column. */
function nearest(spots: readonly Spot[], from: Spot): Spot {
  let best = from;
  let least = Infinity;
  for (const spot of spots) {
    const cost = Math.abs(spot[0] - from[0]) * 100 + Math.abs(spot[1] - from[1]);
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** What the board is drawn from, as far as walking on it goes. */
export interface RowsBoard<P extends Place = Place> {
  readonly rows: Row<P>[];
  /** Where the tab stop is at first, a column counted from 0. */
  readonly centre: number;
}
