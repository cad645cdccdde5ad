/** Boards of rows for tests. */
import type { Place, Row, Spot } from "$lib/rows/rows";

const COLOURS = ["red", "yellow", "green", "blue"] as const;

/** Four rows of 21 places with keys like `2-7`; these spots are marked. */
export function rowsWith(marks: { lit?: Spot[]; own?: Spot[] }): Row[] {
  const has = (spots: Spot[] | undefined, r: number, c: number) =>
    spots?.some(([row, column]) => row === r && column === c) ?? false;
  return COLOURS.map((colour, r) => ({
    colour,
    text: colour,
    places: Array.from({ length: 21 }, (_, c): Place => ({
      key: `${r}-${c}`,
      label: `${colour} ${c + 1}`,
      number: c + 1,
      lies: false,
      fits: false,
      own: has(marks.own, r, c),
      lit: has(marks.lit, r, c),
      fresh: false,
      hinted: false,
    })),
  }));
}
