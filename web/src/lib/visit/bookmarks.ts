/**
 * What this browser remembers of the tables where somebody sits: the round that was seen last, and
 * those that they took off the list of the start page.
 */
import { keep, recall } from "$lib/person/kept";
import type { TableLine } from "$lib/wire";

const KEY = "bookmarks";
const MOST = 60; // tables that are remembered

export interface Bookmark {
  table: string;
  round: number;
  rounds: number;
  /** When it was taken off the list, by the time of its last change; null if it was not. */
  dismissed: number | null;
}

const all = (): Bookmark[] => recall<Bookmark[]>(KEY, []);

/** What is remembered of a table. */
export const bookmarkOf = (table: string): Bookmark | null => all().find((one) => one.table === table) ?? null;

function put(table: string, change: Partial<Bookmark>): void {
  const before = bookmarkOf(table) ?? { table, round: 0, rounds: 0, dismissed: null };
  keep(KEY, [...all().filter((one) => one.table !== table), { ...before, ...change }].slice(-MOST));
}

/** Remember the round that is shown. Whoever looks at a table wants it on the list again. */
export function markRound(table: string, round: number, rounds: number): void {
  const known = bookmarkOf(table);
  if (known?.round !== round || known.rounds !== rounds || known.dismissed !== null)
    put(table, { round, rounds, dismissed: null });
}

/** Take a table off the list until something happens there. */
export const dismiss = (line: TableLine): void => put(line.id, { dismissed: line.updated_at });

/** The tables that go on, the latest first, without those that were taken off the list. */
export function toContinue(lines: readonly TableLine[]): TableLine[] {
  const dismissed = new Map(all().map((one) => [one.table, one.dismissed]));
  return lines
    .filter((line) => line.status === "open" || line.status === "playing")
    .filter((line) => line.updated_at > (dismissed.get(line.id) ?? -1))
    .sort((a, b) => b.updated_at - a.updated_at);
}
