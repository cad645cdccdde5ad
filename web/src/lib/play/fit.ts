/** Equal things in lines and columns: as large as they can be in the room they have. */

export interface Grid {
  columns: number;
  /** The width of a thing. */
  size: number;
}

/**
 * The layout of so many things. `ratio` is a thing's height in widths, `across` and `down` the gaps
 * in widths. No thing is wider than `most`.
 */
export function gridOf(
  count: number,
  width: number,
  height: number,
  { ratio, across, down, most }: { ratio: number; across: number; down: number; most: number },
): Grid {
  let best: Grid = { columns: 1, size: 0 };
  for (let columns = 1; columns <= Math.max(1, count); columns++) {
    const lines = Math.ceil(Math.max(1, count) / columns);
    const size = Math.min(
      most,
      width / (columns + (columns - 1) * across),
      height / (lines * ratio + (lines - 1) * down),
    );
    if (size > best.size + 0.5) best = { columns, size };
  }
  return best;
}
