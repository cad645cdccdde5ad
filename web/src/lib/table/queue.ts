/**
 * What happened is shown one thing after another, at the pace that the viewer chose. Nothing is
 * left out: whoever is in a hurry gets everything at once.
 */
import type { AnyEvent, FromServer } from "$lib/wire";

export interface Stage {
  /** Show one step of what a message tells, before the message itself; of a deal, after it. */
  step(event: AnyEvent, message: FromServer): Promise<void> | void;
  /** Take a whole message in. */
  apply(message: FromServer): Promise<void> | void;
  /** The steps of a deal are over. */
  shown(): void;
  /** How long to look at a step, in milliseconds; 0 for no time. */
  pause(event: AnyEvent, message: FromServer, waiting: number): number;
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
      if (isDeal(message)) {
        await this.stage.apply(message); // the steps belong to the new round
        await this.showSteps(message);
        this.stage.shown();
      } else {
        await this.showSteps(message);
        if (!this.stopped) await this.stage.apply(message);
      }
    }
    this.running = false;
    this.hurry = false;
    if (!this.stopped) this.stage.busy(false);
  }

  private async showSteps(message: FromServer): Promise<void> {
    const steps = stepsOf(message);
    for (const event of steps) {
      const pause = this.hurry ? 0 : this.stage.pause(event, message, this.messages.length);
      if (pause <= 0 && steps.length === 1 && !isDeal(message)) return; // nothing to look at: the message itself shows it
      await this.stage.step(event, message);
      if (pause > 0) await this.rest(pause);
      if (this.stopped) return;
    }
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

/** The single steps inside a message. */
export function stepsOf(message: FromServer): AnyEvent[] {
  const body = message.t === "event" ? message.body : null;
  return body && "events" in body ? body.events : [];
}
