/** Opens a table: makes a guest if nobody is signed in, asks the server once, goes to the page. */
import { api, type NewTable } from "$lib/net/api";
import { me } from "$lib/person/me.svelte";
import { router } from "./router.svelte";

/** With `note` "now" the table page fills the seats with bots and starts. */
export async function openTable(settings: NewTable, note: "now" | null): Promise<void> {
  await me.be();
  const table = await api.open(settings, crypto.randomUUID?.() ?? String(Math.random()).slice(2));
  router.go(`/t/${table.id}`, { note });
}
