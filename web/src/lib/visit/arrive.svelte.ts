/** What the page does when somebody comes to a table before the start: deal at once, or sit down. */
import { untrack } from "svelte";
import type { ArrivalNote } from "$lib/pages/open";
import { quick } from "$lib/pages/quick.svelte";
import { me } from "$lib/person/me.svelte";
import { freeSeats } from "$lib/table/seating";
import type { Table } from "$lib/table/table.svelte";

/**
 * Call it while a component is set up, with the note of the page before. `now` and `easy`: bots
 * take the free seats of the host's table and the cards are dealt. `sit`: whoever came by an
 * invitation gets a free seat. Each happens once.
 */
export function arrive(table: Table, note: unknown): void {
  if (!dealsAtOnce(note) && note !== "sit") return;
  let done = false;
  $effect(() => {
    const info = table.state.table;
    if (done || !info) return;
    if (dealsAtOnce(note)) {
      if (!table.isHost || info.status !== "open") return;
      done = true;
      untrack(() => void dealNow(table, note === "easy" ? "easy" : quick.level));
    } else {
      done = true;
      if (table.seat === null && info.status === "open") untrack(() => void sitDown(table));
    }
  });
}

/** True if the page before wants the cards to be dealt without a lobby. */
export const dealsAtOnce = (note: unknown): note is ArrivalNote => note === "now" || note === "easy";

async function dealNow(table: Table, level: string): Promise<void> {
  const free = freeSeats(table.state.table?.chairs ?? []);
  await Promise.all(free.map((seat) => table.order({ t: "put_bot", seat, level })));
  await table.order({ t: "start" });
}

/** Put bots into the free seats and start; a bot that is refused stops it. */
export async function startWithBots(table: Table): Promise<void> {
  for (const seat of freeSeats(table.state.table?.chairs ?? []))
    if (!(await table.order({ t: "put_bot", seat, level: quick.level }))) return;
  await table.order({ t: "start" });
}

/**
 * Take a seat, this one or any. A visitor whom the server does not know becomes a guest first, and
 * the socket is opened again so that the server knows who sits down.
 */
export async function sitDown(table: Table, seat?: number): Promise<void> {
  if (table.state.person === null) {
    await me.be();
    table.again();
  }
  await table.order({ t: "sit", ...(seat === undefined ? {} : { seat }) });
}
