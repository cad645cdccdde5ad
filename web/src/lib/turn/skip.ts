/** A tap on the table, where it does nothing else, goes straight to the viewer's own turn. */
import type { Table } from "$lib/table/table.svelte";
import { PRESSED } from "./keys";

export function skipByTap(event: Event, table: Pick<Table, "canSkip" | "skip">): void {
  if (!table.canSkip || !(event.target instanceof Element)) return;
  if (!event.target.closest(`${PRESSED}, aside`)) table.skip();
}
