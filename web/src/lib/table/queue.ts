/**
 * What happened is shown one thing after another, at the pace that the viewer chose. Nothing is
 * left out: whoever is in a hurry gets everything at once.
 */
import { beatsOf, stepsOf, type Beat } from "./pace";
import type { AnyEvent, FromServer } from "$lib/wire";

export interface Stage {
  /** Show steps of what a message tells, before the message itself. */
  step(beat: Beat, message: FromServer): Promise<void> | void;
  /** Set the table for a new round, as it was before the steps that the message tells. */
  deal(message: FromServer): Promise<void> | void;
  /** Take a whole message in. */
  apply(message: FromServer): Promise<void> | void;
  /** Two steps in a row are one motion. */
  together(a: AnyEvent, b: AnyEvent): boolean;
  /** How long to look at a beat, in milliseconds; `ahead` are the beats that wait behind it. */
  pause(beat: Beat, message: FromServer, ahead: readonly Beat[]): number;
  /** Work begins or ends. */
  busy(now: boolean): void;
}

const CROWD = 40; // if more messages wait, all are shown without a pause

export class Queue {
  private messages: FromServer[] = [];
  private running = false;
  private hurry = false;
  private wakeUp: (() => void) | null = null;
  private stopped = false;

  constructor(private readonly stage: Stage) {}

  push(message: FromServer): void {
    if (!this.running && !this.stopped && isPlain(message)) {
      void this.stage.apply(message); // at once: a word in between interrupts nobody
      return;
    }
    this.messages.push(message);
    if (this.messages.length > CROWD) this.flush();
    if (!this.running) void this.run();
  }

  /** Show all that waits at once. */
  flush(): void {
    this.hurry = this.running || this.messages.length > 0;
    this.wakeUp?.();
  }

  stop(): void {
    this.stopped = true;
    this.messages = [];
    this.wakeUp?.();
  }

  get isIdle(): boolean {
    return !this.running;
  }

  private async run(): Promise<void> {
    this.running = true;
    this.stage.busy(true);
    while (!this.stopped) {
      const message = this.messages.shift();
      if (!message) break;
      if (isDeal(message)) await this.stage.deal(message);
      await this.showSteps(message);
      if (!this.stopped) await this.stage.apply(message);
    }
    this.running = false;
    this.hurry = false;
    if (!this.stopped) this.stage.busy(false);
  }

  private async showSteps(message: FromServer): Promise<void> {
    const beats = this.beats(message);
    for (const [i, beat] of beats.entries()) {
      const ahead = () => [...beats.slice(i + 1), ...this.messages.flatMap((other) => this.beats(other))];
      const pause = this.hurry ? 0 : this.stage.pause(beat, message, ahead());
      if (pause <= 0 && beats.length === 1 && !isDeal(message)) return; // nothing to look at: the message itself shows it
      await this.stage.step(beat, message);
      if (pause > 0) await this.rest(pause);
      if (this.stopped) return;
    }
  }

  private beats(message: FromServer): AnyEvent[][] {
    return beatsOf(message, (a, b) => this.stage.together(a, b));
  }

  private rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.wakeUp = null;
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.wakeUp = done;
      if (this.hurry) done();
    });
  }
}

/** A new round: what lay before has nothing to do with its first steps. */
export function isDeal(message: FromServer): boolean {
  const body = message.t === "event" ? message.body : null;
  return body?.kind === "started" || body?.kind === "dealt";
}

/** Nothing to look at step by step, and nothing to be fetched for it. */
function isPlain(message: FromServer): boolean {
  return message.t !== "welcome" && !isDeal(message) && stepsOf(message).length === 0;
}
