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

/** The columns of places where a tap does something. */
export const ownColumns = (rows: readonly Row[]): number[] =>
  rows.flatMap((row) => row.places.flatMap((place, column) => (place.own ? [column] : [])));

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

export interface Edge {
  side: "left" | "right";
  /** The nearest place beyond it that is offered. */
  column: number;
  number: number;
}

/**
 * Where a row has places that are offered, or can be filled if none is offered, before column
 * `first` or from `end` on.
 */
export function beyond(places: readonly Place[], choosing: boolean, first: number, end: number): Edge[] {
  const offered = places.flatMap((place, column) =>
    (choosing ? place.lit : place.own) ? [{ column, number: place.number }] : [],
  );
  const left = offered.findLast(({ column }) => column < first);
  const right = offered.find(({ column }) => column >= end);
  return [
    ...(left ? [{ side: "left" as const, ...left }] : []),
    ...(right ? [{ side: "right" as const, ...right }] : []),
  ];
}

/**
 * How far to scroll to the nearest of these columns, by whole columns; null if one of them is in
 * view.
 */
export function scrollFor(columns: readonly number[], width: number, left: number, view: number): number | null {
  if (
    !columns.length ||
    columns.some((column) => column * width >= left - 1 && (column + 1) * width <= left + view + 1)
  )
    return null;
  const middle = left + view / 2;
  const nearest = columns.reduce((a, b) =>
    Math.abs((b + 0.5) * width - middle) < Math.abs((a + 0.5) * width - middle) ? b : a,
  );
  return Math.max(0, Math.round(((nearest + 0.5) * width - view / 2) / width) * width);
}

/** What the board is drawn from, as far as scrolling and walking on it go. */
export interface RowsBoard<P extends Place = Place> {
  readonly rows: Row<P>[];
  /** Where it is first looked at, a column counted from 0. */
  readonly centre: number;
  /** The place to keep in view: what was just laid. */
  readonly look: string | null;
  /** True if the viewer laid it: the board then does not scroll to the next place that can be filled. */
  readonly stays: boolean;
  /** A round begins: it is looked at as at first. */
  readonly begins: boolean;
}
