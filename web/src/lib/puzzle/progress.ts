/** How somebody gets on with the puzzles of a game. It stays in this browser. */
import { keep, recall } from "$lib/person/kept";
import type { PuzzleLine } from "$lib/wire";

export const EASIEST = 1;
export const HARDEST = 5;
const BEGIN_WITH = 2;
const UP_AFTER = 2; // found in a row at the first try, then harder ones come

export interface Progress {
  /** The difficulty that suits now. */
  level: number;
  /** Found at the first try, one after the other. */
  streak: number;
  /** Ids of puzzles, the latest last: whether the answer was found at the first try. */
  seen: Record<string, boolean>;
}

const NEW: Progress = { level: BEGIN_WITH, streak: 0, seen: {} };

const keyOf = (game: string) => `puzzles.${game}`;

/** What this browser keeps of a game; anything that is no progress counts for nothing. */
export function progressIn(game: string): Progress {
  const kept = recall<Partial<Progress>>(keyOf(game), {});
  const level = Number(kept.level);
  const streak = Number(kept.streak);
  const seen = kept.seen && typeof kept.seen === "object" ? kept.seen : {};
  return {
    level: level >= EASIEST && level <= HARDEST ? Math.round(level) : NEW.level,
    streak: streak >= 0 ? Math.floor(streak) : 0,
    seen: Object.fromEntries(Object.entries(seen).map(([id, found]) => [id, found === true])),
  };
}

/** Progress after a puzzle; it is kept. */
export function afterPuzzle(game: string, before: Progress, id: string, found: boolean): Progress {
  const { [id]: _, ...others } = before.seen;
  const streak = found ? before.streak + 1 : 0;
  const harder = found && streak % UP_AFTER === 0 ? 1 : 0;
  const level = Math.min(HARDEST, Math.max(EASIEST, before.level + (found ? harder : -1)));
  const after = { level, streak, seen: { ...others, [id]: found } };
  keep(keyOf(game), after);
  return after;
}

/**
 * The next puzzle: one that was not seen yet and is nearest to the level; when all were seen, the
 * one that was missed longest ago, then the one that was seen longest ago. Null if there is none.
 */
export function nextPuzzle(all: readonly PuzzleLine[], progress: Progress, random = Math.random): PuzzleLine | null {
  const fresh = all.filter(({ id }) => !(id in progress.seen));
  if (fresh.length) {
    const distance = (one: PuzzleLine) => Math.abs(one.difficulty - progress.level);
    const nearest = Math.min(...fresh.map(distance));
    const suiting = fresh.filter((one) => distance(one) === nearest);
    return suiting[Math.floor(random() * suiting.length)] ?? null;
  }
  const order = Object.keys(progress.seen);
  const again = [...all].sort(
    (a, b) =>
      Number(progress.seen[a.id] ?? false) - Number(progress.seen[b.id] ?? false) ||
      order.indexOf(a.id) - order.indexOf(b.id),
  );
  return again[0] ?? null;
}
