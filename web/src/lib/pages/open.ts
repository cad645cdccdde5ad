/** Opening a table: be somebody, ask the server once, and go there. */
import { api, type NewTable } from "$lib/net/api";
import { me } from "$lib/person/me.svelte";
import { router } from "./router.svelte";

/** `note` "now": the bots sit down and play begins. */
export async function openTable(settings: NewTable, note: "now" | null): Promise<void> {
  await me.be();
  const table = await api.open(settings, crypto.randomUUID?.() ?? String(Math.random()).slice(2));
  router.go(`/t/${table.id}`, { note });
}
