/** Whoever looks at their table again takes the seat back from the bot that played meanwhile. */
import { untrack } from "svelte";
import type { Table } from "$lib/table/table.svelte";

const GLANCE = 5000; // milliseconds after coming back; a bot that stands in later keeps the seat

export class Comeback {
  /** The viewer has just come, or come back. */
  private looks = $state(!document.hidden);
  // Derived, so that only a change of them counts, not each event at the table.
  private readonly isThere = $derived.by(
    () => this.table.state.table?.status === "playing" && this.table.link === "open",
  );
  private readonly standIn = $derived.by(() => {
    const { seat } = this.table;
    return seat === null ? null : (this.table.state.table?.chairs[seat]?.stand_in ?? null);
  });

  /** Make it while a component is set up. */
  constructor(private readonly table: Table) {
    $effect(() => {
      if (!this.looks || !this.isThere) return;
      const timer = setTimeout(() => (this.looks = false), GLANCE);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (this.looks && this.isThere && this.standIn) untrack(() => void table.order({ t: "return" }));
    });
  }

  /** The page is looked at again. */
  look(): void {
    this.looks = true;
  }

  /** The viewer goes: the seat is not taken back. */
  drop(): void {
    this.looks = false;
  }
}
