/** What a board of rows brings into view by itself: what was just laid, and what can be done. */
import { untrack } from "svelte";
import { settings } from "$lib/person/settings.svelte";
import { Glance } from "./glance";
import { ownColumns, spotOf, type RowsBoard } from "./rows";
import type { Scroller } from "./scroller.svelte";

/** Call it while a component is set up. */
export function keepInView(board: RowsBoard, scroller: Pick<Scroller, "reveal" | "toCentre">): void {
  $effect(() => {
    if (board.begins) untrack(() => scroller.toCentre());
  });

  // What was just laid comes into view.
  const glance = new Glance(() => settings.pace);
  const look = $derived(board.look);
  $effect(() => {
    const key = look;
    untrack(() => {
      const spot = spotOf(board.rows, key);
      if (spot) glance.next(() => scroller.reveal([spot[1]]));
      else glance.drop();
    });
  });
  $effect(() => () => glance.drop());

  // So does a place that can be filled, when there are any again.
  const canAct = $derived(board.rows.some((row) => row.places.some((place) => place.own)));
  $effect(() => {
    if (!canAct || untrack(() => board.stays)) return;
    const columns = untrack(() => ownColumns(board.rows));
    const timer = setTimeout(
      () => scroller.reveal(columns),
      untrack(() => glance.wait),
    );
    return () => clearTimeout(timer);
  });
}
