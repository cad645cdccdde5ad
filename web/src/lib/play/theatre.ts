/** Lets things fly at a table: for each beat, from where they were to where they are then. */
import type { Motion } from "$games/game";
import type { Table } from "$lib/table/table.svelte";
import { fly, notice } from "./motion";

/** Call it when the table is on the screen; the function in the result ends it. */
export function openTheatre(table: Table): () => void {
  let motions: Motion[] = [];
  let places: (DOMRect | null)[] = [];
  table.theatre = {
    before(beat) {
      motions = beat.flatMap((event) => table.game?.motions?.(event, table.say) ?? []);
      places = notice(motions);
    },
    after: () => void fly(motions, places),
  };
  return () => (table.theatre = null);
}
