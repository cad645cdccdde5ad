/**
 * Taps on a thing. A long press, or the other mouse button, asks what it is; letting go after that
 * does nothing else.
 */
import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";

const HOLD = 500; // milliseconds of a long press
const SLIP = 10; // pixels that a finger may move in it

/**
 * `{@attach tappable(tap, explains)}` on a button. `tap` is called for a click or a key. `explains`
 * gives what tells about the thing, or undefined if nothing does; it is called with each press.
 */
export function tappable(
  tap: (event: MouseEvent) => void,
  explains: () => (() => void) | undefined,
): Attachment<HTMLElement> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = { x: 0, y: 0 };
    let held = false;

    const release = () => clearTimeout(timer);

    /** Phones tell of a long press by themselves, some sooner, some never: once is enough. */
    function explain() {
      release();
      const tell = explains();
      if (!tell) return;
      if (!held) tell();
      held = true;
    }

    function press(event: PointerEvent) {
      held = false;
      release();
      if (event.button !== 0 || !explains()) return;
      from = { x: event.clientX, y: event.clientY };
      timer = setTimeout(explain, HOLD);
    }

    function slip(event: PointerEvent) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP) release();
    }

    /** A click after a long press does nothing; a key (a click without detail) always does. */
    function click(event: MouseEvent) {
      const plays = !held || event.detail === 0;
      held = false;
      if (plays) tap(event);
    }

    const offs = [
      on(element, "click", click),
      on(element, "pointerdown", press),
      on(element, "pointermove", slip),
      on(element, "pointerup", release),
      on(element, "pointercancel", release),
      on(element, "pointerleave", release),
      on(element, "contextmenu", (event) => {
        event.preventDefault();
        explain();
      }),
      release,
    ];
    return () => offs.forEach((off) => off());
  };
}
