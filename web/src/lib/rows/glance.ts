/**
 * What was just laid comes into view, one thing after another, and each stays there long enough to
 * be seen.
 */
const LOOK = 600; // milliseconds to look at a thing: less than a step takes

export class Glance {
  private seen = 0; // when the last one will have been looked at
  private show: (() => void) | null = null; // what waits for that
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `pace` is how much longer than usual things take to be seen. */
  constructor(private readonly pace: () => number) {}

  /** How long what is in view has yet to stay there, in milliseconds. */
  get wait(): number {
    return Math.min(Math.max(0, this.seen - performance.now()), LOOK * this.pace());
  }

  /**
   * Show this when the one before was seen long enough. One that is still waiting is shown now, so
   * that none is left out.
   */
  next(show: () => void): void {
    this.showNow();
    const pause = this.wait;
    this.seen = performance.now() + pause + LOOK * this.pace();
    this.show = show;
    this.timer = setTimeout(() => this.showNow(), pause);
  }

  /** What waits is not shown any more. */
  drop(): void {
    clearTimeout(this.timer);
    this.show = null;
  }

  private showNow(): void {
    const show = this.show;
    this.drop();
    show?.();
  }
}
