/** Faces that seats show for a moment. Nothing of them is kept. */
import { SvelteMap } from "svelte/reactivity";
import { settings } from "$lib/person/settings.svelte";
import { announce } from "$lib/play/announce";
import { play as sound } from "$lib/play/sound";
import type { Emoted } from "$lib/wire";
import { m } from "$words";
import { muted } from "./chat.svelte";

export type Emote = Emoted["emote"];

export const EMOTES: readonly Emote[] = ["cheer", "laugh", "wow", "clap", "heart", "think", "sad", "sleepy"];

const SEEN = 3500; // milliseconds
/** As many as the server takes: three at once, then one in four seconds. */
const BURST = 3;
const EACH = 4000;

const NAMES: Record<Emote, () => string> = {
  cheer: () => m.emote_cheer(),
  laugh: () => m.emote_laugh(),
  wow: () => m.emote_wow(),
  clap: () => m.emote_clap(),
  heart: () => m.emote_heart(),
  think: () => m.emote_think(),
  sad: () => m.emote_sad(),
  sleepy: () => m.emote_sleepy(),
};

export const emoteName = (emote: Emote): string => NAMES[emote]();

export interface Shown {
  emote: Emote;
  /** Another number for each, so that the same face moves again. */
  turn: number;
}

/** Who shows what at a table. */
export class Emotes {
  readonly at = new SvelteMap<number, Shown>();
  private count = 0;
  private sent: number[] = [];
  private timers: ReturnType<typeof setTimeout>[] = []; // by seat

  /** A seat shows a face; not seen of somebody who is muted, or if the viewer wants none. */
  show(seat: number, emote: Emote, who: { name: string; person: string | null; mine: boolean }): void {
    if (!who.mine && (!settings.now.emotes || (who.person !== null && muted.has(who.person)))) return;
    this.count += 1;
    this.at.set(seat, { emote, turn: this.count });
    clearTimeout(this.timers[seat]);
    this.timers[seat] = setTimeout(() => this.at.delete(seat), SEEN);
    if (who.mine) return;
    announce(m.emoted({ name: who.name, what: emoteName(emote) }));
    sound("emote");
  }

  /** True if one more may be sent now; then it is counted. */
  take(now = Date.now()): boolean {
    this.sent = this.sent.filter((at) => now - at < BURST * EACH);
    if (this.sent.length >= BURST) return false;
    this.sent.push(now);
    return true;
  }

  end(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.at.clear();
  }
}
