/** The keyboard's focus is never lost when what had it is gone from the page. */
import { tick } from "svelte";
import { settings } from "$lib/person/settings.svelte";
import { focusHand } from "./hand";

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/** Call it while a component is set up: the page's heading gets a lost focus once `begun` is true. */
export function headingTakesFocus(begun: () => boolean): void {
  $effect(() => {
    if (!begun()) return;
    void tick().then(() => {
      if (isNowhere()) document.querySelector<HTMLElement>("header h1")?.focus({ preventScroll: true });
    });
  });
}

/**
 * Gives a lost focus to the own cards, or to the result while play pauses after a round. What had
 * it may be gone after a step, or when a round ends or begins.
 */
export class KeepFocus {
  private focused: Element | null = null; // what had the focus last
  private rested = false;

  /** Make it while a component is set up. `shown` reads whatever changes with each step. */
  constructor(
    private readonly root: () => HTMLElement | undefined,
    isPaused: () => boolean,
    shown: () => unknown,
  ) {
    $effect(() => {
      shown();
      this.follow(isPaused());
    });
  }

  /** Something at the table has the focus now. */
  note(target: EventTarget | null): void {
    if (target instanceof Element) this.focused = target;
  }

  private follow(paused: boolean): void {
    const turned = paused !== this.rested;
    this.rested = paused;
    if (turned && !paused) scrollTo({ top: 0, behavior: settings.motion ? "smooth" : "instant" }); // a new round
    void tick().then(() => {
      if (!isNowhere()) return;
      if (!turned && (this.focused === null || this.focused.isConnected)) return;
      if (paused) this.root()?.querySelector<HTMLElement>("#result")?.focus();
      else focusHand();
    });
  }
}
