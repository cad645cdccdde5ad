/**
 * Animates things from their old place to their new one. The table can be understood without it.
 */
import { tick } from "svelte";
import type { Motion } from "$games/game";
import { settings } from "$lib/person/settings.svelte";

const SHORTEST = 180; // milliseconds
const LONGEST = 320;
const RISE = 0.16; // how high the arc is, in lengths of the way

/** How long a way takes: the longer it is the longer, but never slow. */
export function lengthOf(dx: number, dy: number): number {
  return Math.min(LONGEST, SHORTEST + Math.hypot(dx, dy) * 0.22);
}

/** The way from an offset back to nothing, as an arc that rises in its middle and settles. */
export function arc(dx: number, dy: number, size: number): Keyframe[] {
  const rise = Math.min(70, Math.hypot(dx, dy) * RISE);
  const tilt = Math.max(-7, Math.min(7, -dx / 40));
  const at = (part: number, up: number, scale: number, turn: number): Keyframe => ({
    transform: `translate(${dx * part}px, ${dy * part - up}px) scale(${scale}) rotate(${turn}deg)`,
    zIndex: 5,
  });
  return [
    { ...at(1, 0, size, 0), easing: "cubic-bezier(.3,.1,.6,.9)" },
    { ...at(0.42, rise, Math.max(size, 1) * 1.06, tilt), offset: 0.5, easing: "cubic-bezier(.2,.6,.3,1)" },
    at(0, 0, 1, 0),
  ];
}

const find = (place: string) =>
  Array.from(document.querySelectorAll<HTMLElement>(`[data-place="${CSS.escape(place)}"]`)).find(
    (element) => element.offsetParent !== null || element.getClientRects().length > 0,
  ) ?? null;

/** Where things are now. Call it before a step is shown. */
export function notice(motions: Motion[]): (DOMRect | null)[] {
  if (!settings.motion) return [];
  return motions.map((motion) => find(motion.from)?.getBoundingClientRect() ?? null);
}

/** Animate things from there to their new places. Call it after the step is shown. */
export async function fly(motions: Motion[], from: (DOMRect | null)[]): Promise<void> {
  if (!settings.motion || !from.length) return;
  await tick();
  motions.forEach((motion, i) => {
    const start = from[i];
    const target = find(motion.to);
    if (!start || !target) return;
    if (motion.back) ghost(start, target.getBoundingClientRect());
    else move(target, start);
  });
}

function move(target: HTMLElement, start: DOMRect): void {
  const end = target.getBoundingClientRect();
  if (!end.width || !end.height) return;
  const dx = start.left + start.width / 2 - end.left - end.width / 2;
  const dy = start.top + start.height / 2 - end.top - end.height / 2;
  const size = Math.min(2, Math.max(0.5, start.height / end.height));
  // Above its neighbours: for that it needs a position, and keeps the one it has.
  const lifted = getComputedStyle(target).position === "static" ? { position: "relative" } : {};
  const frames = arc(dx, dy, size).map((frame) => ({ ...frame, ...lifted }));
  target.animate(frames, { duration: lengthOf(dx, dy) * settings.motion });
}

/** The back of a card that goes where it cannot be seen. */
function ghost(start: DOMRect, end: DOMRect): void {
  const card = document.createElement("div");
  card.className = "ghost";
  card.setAttribute("aria-hidden", "true");
  document.body.append(card);
  const left = end.left + end.width / 2 - 15;
  const top = end.top + end.height / 2 - 20;
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
  const dx = start.left + start.width / 2 - 15 - left;
  const dy = start.top + start.height / 2 - 20 - top;
  const flight = card.animate(arc(dx, dy, 1.15), { duration: lengthOf(dx, dy) * settings.motion });
  const gone = () => card.remove();
  flight.finished.then(gone, gone);
}
