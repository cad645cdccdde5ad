/**
 * A board of rows in the room it has: in one piece where that is wide, else folded once, the second
 * half of all rows under the first. The way with the larger places is taken.
 */

/** The height of a place with the gap below it, in widths. */
const LINE = 1.37;
/** What a folded board must win, so that a board does not fold for nothing. */
const WORTH = 1.12;

export interface Shape {
  columns: number;
  rows: number;
  /** The width of the signs at the left. */
  sign: number;
}

/** How wide a place is if the board has so many columns and lines. */
function cellIn(width: number, height: number, columns: number, lines: number, sign: number): number {
  return Math.min((width - sign) / columns, height / lines / LINE);
}

/** The columns of the first half of a folded board; the second has one more if their number is odd. */
export const firstHalf = (columns: number): number => Math.floor(columns / 2);

/** True if the board is larger when it is folded. */
export function folds(width: number, height: number, { columns, rows, sign }: Shape): boolean {
  const whole = cellIn(width, height, columns, rows, sign);
  const folded = cellIn(width, height, columns - firstHalf(columns), rows * 2, sign);
  return folded > whole * WORTH;
}

/** Where a place is drawn: its line and its column, counted from 0. */
export function drawnAt(row: number, column: number, shape: Shape, folded: boolean): [line: number, column: number] {
  const half = firstHalf(shape.columns);
  return folded && column >= half ? [shape.rows + row, column - half] : [row, column];
}
