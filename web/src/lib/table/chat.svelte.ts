/** What people say at tables: who is muted in this browser, and how far it was read. */
import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { keep, recall } from "$lib/person/kept";
import type { Said } from "./reducer";

const MOST = 100; // tables that are remembered

/** People whose lines are not shown here. */
export const muted = new SvelteSet<string>(recall<string[]>("muted", []));

export function mute(person: string, wanted: boolean): void {
  if (wanted) muted.add(person);
  else muted.delete(person);
  keep("muted", [...muted]);
}

/** The last line of each table that was seen here. */
const read = new SvelteMap<string, number>(recall<[string, number][]>("read", []));

export function markRead(table: string, n: number): void {
  if ((read.get(table) ?? 0) >= n) return;
  read.delete(table); // the latest stand last, so that the oldest are forgotten
  read.set(table, n);
  keep("read", [...read].slice(-MOST));
}

/** What others said and was not seen yet. */
export function unread(table: string, said: readonly Said[], person: string | null): Said[] {
  const last = read.get(table) ?? 0;
  return said.filter((line) => line.n > last && line.person !== person && !muted.has(line.person));
}
