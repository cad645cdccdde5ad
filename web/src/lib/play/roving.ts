/**
 * Several things with one tab stop: where a key leads among them, and the number that is being
 * typed.
 */

const PAUSE = 700; // milliseconds after which another number begins

/**
 * The place that a key leads to from `here`, perhaps beyond the ends; null for a key that leads
 * nowhere.
 */
export function leadsTo(key: string, here: number, things: Element[]): number | null {
  switch (key) {
    case "ArrowRight":
      return here + 1;
    case "ArrowLeft":
      return here - 1;
    case "ArrowDown":
    case "ArrowUp":
      return inNextLine(here, things, key === "ArrowDown");
    case "Home":
      return 0;
    case "End":
      return things.length - 1;
    default:
      return null;
  }
}

/** What lies nearest in the line below or above, where things wrap. */
function inNextLine(here: number, things: Element[], down: boolean): number {
  const boxes = things.map((thing) => thing.getBoundingClientRect());
  const from = boxes[here];
  if (!from) return here;
  let best = here;
  let distance = Infinity;
  boxes.forEach((box, i) => {
    const far = down ? box.top - from.top : from.top - box.top;
    const wide = Math.abs(box.left - from.left) + far * 10;
    if (far >= from.height / 2 && wide < distance) [best, distance] = [i, wide];
  });
  return best;
}

/** Digits that follow each other soon are one number. */
export class Typed {
  private text = "";
  private at = -Infinity;

  /** The number so far, with one more digit. */
  add(digit: string, now = performance.now()): string {
    this.text = now - this.at < PAUSE ? this.text + digit : digit;
    this.at = now;
    return this.text;
  }
}
