/** A board of rows that scrolls sideways where there is little room: what is seen of it. */
import { untrack } from "svelte";
import { settings } from "$lib/person/settings.svelte";
import { beyond, scrollFor, type Edge, type Row } from "./rows";

const ALMOST = 3; // pixels that a column may be cut and still counts as seen

export class Scroller {
  /** The element that scrolls; its places are `.cell`s. */
  box = $state.raw<HTMLElement>();
  private left = $state(0);
  private view = $state(1);
  private full = $state(1);
  private pitch = $state(1); // from one column to the next
  private signs = $state(0); // the width of the signs that stay at the left
  private goal: number | null = null; // where it is scrolling to

  /** Make it while a component is set up. At first column `centre` is in the middle. */
  constructor(private readonly centre: () => number) {
    $effect(() => {
      const { box } = this;
      if (!box) return;
      untrack(() => this.toCentre());
      const watch = new ResizeObserver(() => this.measure());
      watch.observe(box);
      untrack(() => this.measure());
      return () => watch.disconnect();
    });
  }

  /** True if not all columns are seen at once. */
  get scrolls(): boolean {
    return this.full > this.view + 4;
  }

  /** How many columns have gone under the signs. */
  get gone(): number {
    return this.scrolls && this.pitch > 0 ? Math.floor((this.left + ALMOST) / this.pitch) : 0;
  }

  /** What is seen of the whole: where it begins and how much it is, from 0 to 1. */
  get window(): { from: number; part: number } {
    return { from: this.left / this.full, part: this.view / this.full };
  }

  /** For each row the offered places that are out of view; see `beyond`. */
  edges(rows: readonly Row[], choosing: boolean): Edge[][] {
    if (!this.scrolls) return [];
    const end = Math.floor((this.left + this.view - this.signs + ALMOST) / this.pitch);
    return rows.map((row) => beyond(row.places, choosing, this.gone, end));
  }

  /** Call it when the box was scrolled. */
  measure(): void {
    if (!this.box) return;
    this.left = this.box.scrollLeft;
    this.view = this.box.clientWidth;
    this.full = this.box.scrollWidth;
    ({ sign: this.signs, width: this.pitch } = this.sizes());
  }

  /** Call it when scrolling has ended. */
  settle(): void {
    this.goal = null;
  }

  /** Show the centre, at once. */
  toCentre(): void {
    if (!this.box) return;
    const { sign, width } = this.sizes();
    if (width) this.scrollTo(scrollFor([this.centre()], width, 1e6, this.box.clientWidth - sign) ?? 0, false);
  }

  /** Bring the nearest of these columns into view, unless one of them is. */
  reveal(columns: readonly number[]): void {
    const { box } = this;
    if (!box || box.scrollWidth <= box.clientWidth + 1) return;
    const { sign, width } = this.sizes();
    const to = scrollFor(columns, width, this.goal ?? box.scrollLeft, box.clientWidth - sign);
    if (to !== null) this.scrollTo(to);
  }

  /** Scroll to a part of the whole, from 0 to 1. */
  go(part: number): void {
    const { sign } = this.sizes();
    this.scrollTo(part * (this.full - sign) - (this.view - sign) / 2);
  }

  private scrollTo(left: number, smooth = true): void {
    const { box } = this;
    if (!box) return;
    const goal = Math.min(Math.max(0, left), box.scrollWidth - box.clientWidth);
    this.goal = goal === box.scrollLeft ? null : goal;
    box.scrollTo({ left, behavior: smooth && settings.motion ? "smooth" : "instant" });
  }

  /** The width of the signs that stay at the left, and of a column. */
  private sizes(): { sign: number; width: number } {
    const [first, second] = this.box?.querySelectorAll<HTMLElement>(".cell") ?? [];
    const sign = first?.offsetLeft ?? 0;
    return { sign, width: (second?.offsetLeft ?? sign) - sign };
  }
}
