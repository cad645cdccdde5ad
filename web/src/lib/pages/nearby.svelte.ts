/**
 * People in this room: the server's listener for the local network, for whoever sits at the machine.
 * Links for others lead to its address while it is open.
 */
import { api, Refusal } from "$lib/net/api";
import { me } from "$lib/person/me.svelte";
import { problemText } from "$lib/words/errors";
import type { Nearby } from "$lib/wire";
import { isOnlyHere } from "./address";

export const LOOK = 3000; // milliseconds between two looks at whether somebody has come

class Room {
  /** The address that people in the room open; null while nobody is let in. */
  address = $state<string | null>(null);
  /** True if somebody has come by it. */
  reached = $state(false);
  /** Why nobody could be let in, in words. */
  problem = $state<string | null>(null);
  busy = $state(false);
  private changes = 0; // what was asked before a change is out of date

  /** True if the server lets this browser open the room. */
  get isOffered(): boolean {
    return me.atMachine;
  }

  /** What links for others begin with. */
  get origin(): string {
    return this.address ?? location.origin;
  }

  /** True while a link is of no use to others. */
  get isOnlyHere(): boolean {
    return this.address === null && isOnlyHere(location.hostname);
  }

  /** Let people in. What went wrong is in `problem`. */
  open(): Promise<void> {
    return this.change(api.openNearby);
  }

  /** Let nobody in any more. */
  close(): Promise<void> {
    return this.change(api.closeNearby);
  }

  /** Ask how it stands: another window may have opened it, somebody may have come. */
  async look(): Promise<void> {
    const changes = this.changes;
    try {
      const state = await api.nearby();
      if (changes === this.changes) this.take(state);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error; // the next look may see more
    }
  }

  private async change(ask: () => Promise<Nearby>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.changes++;
    this.problem = null;
    try {
      this.take(await ask());
    } catch (error) {
      this.problem = problemText(error);
    } finally {
      this.changes++;
      this.busy = false;
    }
  }

  private take(state: Nearby): void {
    this.address = state.address;
    this.reached = state.reached;
  }
}

export const room = new Room();

/** Call it while a component is set up: `room` follows what the server says, for whoever may know. */
export function followRoom(): void {
  const offered = $derived(room.isOffered);
  $effect(() => {
    if (!offered) return;
    void room.look();
    const timer = setInterval(() => document.hidden || void room.look(), LOOK);
    return () => clearInterval(timer);
  });
}
