/** The own choices over many matches: a line that moves, and sums where there are enough of them. Pure. */
import type { OwnChoices } from "$lib/wire";

export const WIDTH = 300;
export const HEIGHT = 60;
const MEAN_OF = 10; // matches in a point of the line
export const MANY = 10; // fewer tell nothing

/** The moving mean of the choices, the oldest match first: shares of a win. */
export function line({ matches }: OwnChoices): number[] {
  const values = matches.map((one) => one.choices).toReversed();
  return values.map((_, i) => mean(values.slice(Math.max(0, i + 1 - MEAN_OF), i + 1)));
}

/** The line as SVG takes it, and where zero is. */
export function drawn(points: number[]): { points: string; zero: number } {
  const most = Math.max(0.05, ...points.map(Math.abs));
  const y = (value: number) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 6);
  const step = (WIDTH - 12) / Math.max(1, points.length - 1);
  return {
    points: points.map((value, i) => `${(6 + i * step).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
    zero: y(0),
  };
}

/** Cards and choices of a usual match, in shares of a win; null while there are too few. */
export function split({ matches }: OwnChoices): { cards: number; choices: number; error: number } | null {
  if (matches.length < MANY) return null;
  const variance = matches.reduce((sum, one) => sum + one.choices_error ** 2, 0);
  return {
    cards: mean(matches.map((one) => one.cards)),
    choices: mean(matches.map((one) => one.choices)),
    error: Math.sqrt(variance) / matches.length,
  };
}

const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
