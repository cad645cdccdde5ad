/** Opens a table: makes a guest if nobody is signed in, asks the server once, goes to the page. */
import { api, type NewTable } from "$lib/net/api";
import { me } from "$lib/person/me.svelte";
import type { PlayOn } from "$lib/wire";
import { router } from "./router.svelte";

/** The seats are filled with bots of the chosen level, or with easy ones, and the match starts. */
export type ArrivalNote = "now" | "easy";

/** With a note the table page starts at once. */
export async function openTable(settings: NewTable, note: ArrivalNote | null): Promise<void> {
  await me.be();
  const table = await api.open(settings, newKey());
  router.go(`/t/${table.id}`, { note });
}

/** Play on from a step of a finished match. */
export async function playOn(match: string, wish: PlayOn): Promise<void> {
  await me.be();
  const table = await api.playOn(match, wish, newKey());
  router.go(`/t/${table.id}`);
}

const newKey = () => crypto.randomUUID?.() ?? String(Math.random()).slice(2);
