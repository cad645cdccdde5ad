/**
 * One polite live region: what happens is told to screen readers in order, never over each other.
 * Each text is a new element, so that it is read even if it repeats the one before.
 */

const APART = 250; // milliseconds, so that readers notice each
const MOST = 12; // waiting; the older ones are put together

let region: HTMLElement | null = null;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Where announcements go. */
export function announceIn(element: HTMLElement): () => void {
  region = element;
  return () => {
    if (region === element) region = null;
  };
}

/** Tell something after all that waits. */
export function announce(text: string): void {
  if (!text) return;
  waiting.push(text);
  if (waiting.length > MOST) waiting = [waiting.slice(0, -1).join(". "), text];
  timer ??= setTimeout(next, 20);
}

/** Tell this now and drop what waits: it answers something that the person did. */
export function answer(text: string): void {
  waiting = [];
  announce(text);
}

function next(): void {
  const text = waiting.shift();
  if (text === undefined || !region) {
    timer = undefined;
    return;
  }
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > 5) region.firstElementChild?.remove();
  timer = setTimeout(next, APART);
}
