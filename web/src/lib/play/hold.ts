/** A long press, or the other mouse button, asks what a thing is; letting go after it does nothing else. */

const HOLD = 500; // milliseconds of a long press
const SLIP = 10; // pixels that a finger may move in it

export class Hold {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private from = { x: 0, y: 0 };
  private held = false;

  press(event: PointerEvent, explain: () => void): void {
    this.held = false;
    this.release();
    if (event.button !== 0) return;
    this.from = { x: event.clientX, y: event.clientY };
    this.timer = setTimeout(() => this.tell(explain), HOLD);
  }

  release(): void {
    clearTimeout(this.timer);
  }

  slip(event: PointerEvent): void {
    if (Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) > SLIP) this.release();
  }

  /** Phones tell of a long press by themselves, some sooner, some never: once is enough. */
  tell(explain: () => void): void {
    this.release();
    if (!this.held) explain();
    this.held = true;
  }

  /** Whether a click plays: not after a long press; a key always does. */
  plays(event: MouseEvent): boolean {
    const plays = !this.held || event.detail === 0;
    this.held = false;
    return plays;
  }
}
