/** The review of a match on its page: asked for once, waited for, then there for good. */
import { api } from "$lib/net/api";
import { me } from "$lib/person/me.svelte";
import { answer } from "$lib/play/announce";
import { problemText } from "$lib/words/errors";
import type { MatchReview, Review } from "$lib/wire";
import { m } from "$words";

const WAIT = 2000; // milliseconds between two looks at how far it is

export class Look {
  found = $state.raw<MatchReview | null>(null);
  isAsking = $state(false);
  /** What went wrong, in words. */
  problem = $state<string | null>(null);

  /** Make it while a component is set up. */
  constructor(private readonly id: string) {
    $effect(() => {
      if (!this.isUnderWay) return;
      void this.found; // after each answer anew
      const timer = setTimeout(() => void this.load(), WAIT);
      return () => clearTimeout(timer);
    });
  }

  get review(): Review | null {
    return this.found?.review ?? null;
  }

  get isUnderWay(): boolean {
    return this.found?.state === "waiting" || this.found?.state === "working";
  }

  /** How far it is: from 0 to 1. */
  get part(): number {
    return this.found && this.found.total ? this.found.done / this.found.total : 0;
  }

  load(): Promise<void> {
    return this.fetch(() => api.review(this.id));
  }

  /** Have the match reviewed. */
  ask(): Promise<void> {
    return this.fetch(async () => {
      await me.be();
      return api.askReview(this.id);
    });
  }

  private async fetch(get: () => Promise<MatchReview>): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const before = this.found?.state;
      this.found = await get();
      this.problem = null;
      if (before !== undefined && before !== "done" && this.found.state === "done") answer(m.review_ready());
    } catch (error) {
      this.problem = problemText(error);
      if (this.isUnderWay) this.found = this.found && { ...this.found }; // look again
    } finally {
      this.isAsking = false;
    }
  }
}
