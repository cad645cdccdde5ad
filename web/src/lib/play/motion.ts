/**
 * Animates things from their old place to their new one. The table can be understood without it.
 */
import { tick } from "svelte";
import type { Motion } from "$games/game";
import { settings } from "$lib/person/settings.svelte";

const LENGTH = 280; // milliseconds

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
  target.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${size})`, zIndex: 5, position: "relative" },
      { transform: "none", zIndex: 5, position: "relative" },
    ],
    { duration: LENGTH * settings.motion, easing: "cubic-bezier(.2,.7,.3,1)" },
  );
}

/** The back of a card that goes where it cannot be seen. */
function ghost(start: DOMRect, end: DOMRect): void {
  const card = document.createElement("div");
  card.className = "ghost";
  card.setAttribute("aria-hidden", "true");
  document.body.append(card);
  const at = (box: DOMRect, scale: number) =>
    `translate(${box.left + box.width / 2 - 15}px, ${box.top + box.height / 2 - 20}px) scale(${scale})`;
  const flight = card.animate([{ transform: at(start, 1) }, { transform: at(end, 0.6) }], {
    duration: LENGTH * 1.3 * settings.motion,
    easing: "cubic-bezier(.3,.6,.3,1)",
  });
  const gone = () => card.remove();
  flight.finished.then(gone, gone);
}
