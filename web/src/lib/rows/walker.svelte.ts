/** A board of rows under keys: one tab stop, and where the focus goes when places are offered. */
import { tick, untrack } from "svelte";
import { focusHand } from "$lib/play/hand";
import { litSpots, spotOf, stopOf, walk, type Place, type RowsBoard, type Spot } from "./rows";

/** What keys ask for besides going somewhere. */
export interface Wishes<P> {
  /** Escape: nothing is chosen any more. */
  cancel(): void;
  /** `i`: what is this place? */
  explain(place: P): void;
}

export class Walker<P extends Place> {
  private current = $state<string | null>(null); // the place that had the focus last
  private readonly lit = $derived.by(() => litSpots(this.board.rows));
  /** True if places are offered for what was chosen before. */
  readonly isChoosing = $derived.by(() => this.lit.length > 0);
  /** The place with the tab stop. */
  readonly stop = $derived.by(() => stopOf(this.board.rows, this.current, this.board.centre));

  /** Make it while a component is set up. */
  constructor(
    private readonly board: RowsBoard<P>,
    private readonly box: () => HTMLElement | undefined,
    private readonly wishes: Wishes<P>,
  ) {
    let before = false;
    $effect(() => {
      const now = this.isChoosing;
      untrack(() => this.follow(before, now));
      before = now;
    });
  }

  /** A place has got the focus. */
  note(key: string): void {
    this.current = key;
  }

  keydown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.isChoosing) {
      this.wishes.cancel();
      return;
    }
    const from = spotOf(this.board.rows, this.stop);
    const here = from && this.placeAt(from);
    if (event.key === "i" && here) {
      this.wishes.explain(here);
      return;
    }
    const to = from && walk(this.board.rows, from, event.key);
    if (!to) return;
    event.preventDefault();
    this.current = this.placeAt(to)?.key ?? null;
    this.button(this.current)?.focus({ preventScroll: true });
  }

  /** Offered places get the focus from the own cards, which get it back afterwards. */
  private follow(before: boolean, now: boolean): void {
    if (now && !before) {
      const at = document.activeElement;
      if (at === document.body || at?.closest(".hand"))
        void tick().then(() => this.button(this.stop)?.focus({ preventScroll: true }));
    } else if (!now && before && this.box()?.contains(document.activeElement)) {
      void tick().then(focusHand);
    }
  }

  private placeAt([row, column]: Spot): P | undefined {
    return this.board.rows[row]?.places[column];
  }

  private button(key: string | null): HTMLElement | null {
    if (key === null) return null;
    return this.box()?.querySelector<HTMLElement>(`[data-place="${CSS.escape(key)}"]`) ?? null;
  }
}
