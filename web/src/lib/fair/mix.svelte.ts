/** The viewer's part of the shuffle, given as soon as they have a seat. */
import { untrack } from "svelte";
import type { Table } from "$lib/table/table.svelte";
import { newNonce, note, noted } from "./noted";

/**
 * Call it while a component is set up. The first seat that the viewer takes before the start gets
 * a nonce; the viewer takes it along to any other. The server's commitment is noted before, so that it cannot depend on the nonce.
 */
export function mixIn(table: Table): void {
  let mixed: number | null = null; // the seat that has one
  $effect(() => {
    const { seat } = table;
    const info = table.state.table;
    if (seat === null) mixed = null;
    if (seat === null || info?.status !== "open" || mixed === seat || info.chairs[seat]?.nonce) return;
    mixed = seat;
    untrack(() => void mix(table, info.commitment));
  });
}

async function mix(table: Table, commitment: string): Promise<void> {
  if (!noted(table.id)) note(table.id, commitment, "");
  const nonce = noted(table.id)?.nonce || newNonce(); // one that was given stays
  const answer = await table.send({ t: "add_nonce", nonce });
  if (answer.t === "ack") note(table.id, commitment, nonce);
}
