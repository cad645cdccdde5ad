/** How much time each seat has, counted down on the screen. */
import type { Table } from "$lib/table/table.svelte";
import type { ClockFace } from "$lib/wire";

const TICK = 500; // milliseconds

/** Milliseconds that a seat has left at `now`, a time of the server; null without a clock. */
export function timeLeft(clock: ClockFace | null, seat: number, now: number): number | null {
  if (!clock) return null;
  if (clock.seat === seat && clock.deadline !== null) return clock.deadline - now;
  return clock.left?.[seat] ?? null;
}

export class Clocks {
  private now = $state(Date.now());
  private readonly runs = $derived.by(() => this.clock !== null);

  /** Make it while a component is set up. */
  constructor(private readonly table: Table) {
    $effect(() => {
      if (!this.runs) return;
      const timer = setInterval(() => (this.now = Date.now()), TICK);
      return () => clearInterval(timer);
    });
  }

  left(seat: number): number | null {
    return timeLeft(this.clock, seat, this.now + this.table.state.ahead);
  }

  private get clock(): ClockFace | null {
    return this.table.state.position?.clock ?? null;
  }
}
