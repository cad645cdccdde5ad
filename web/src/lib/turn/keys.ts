/** The keys of the table: they read it, and do what its buttons do. */
import { answer } from "$lib/play/announce";
import type { Table } from "$lib/table/table.svelte";
import type { Controls } from "./controls.svelte";
import { lastTurnText, positionText, scoreText } from "./reading";

/** What each key does. */
export const keysOf = (table: Table, controls: Controls): Record<string, () => void> => ({
  t: () => answer(positionText(table)),
  l: () => answer(lastTurnText(table)),
  s: () => answer(scoreText(table)),
  u: () => table.undo(),
  e: () => controls.playMain(),
  h: () => controls.askHint(),
  " ": () => table.skip(),
});

/** What a tap or the space bar does something with by itself. */
export const PRESSED = "button, a, input, textarea, select, summary, label, dialog, [role=toolbar], [tabindex='0']";

/**
 * Do what a key is for. Keys count while the focus is at the table, or at the page's title, where
 * it is at first; not while somebody writes, or with a modifier.
 */
export function press(event: KeyboardEvent, keys: Record<string, () => void>, root: Element | undefined): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  if (!root?.contains(event.target) && event.target.tagName !== "H1") return;
  if (event.target.closest("input, textarea, select, dialog")) return;
  const act = keys[event.key];
  if (!act || (event.key === " " && event.target.closest(PRESSED))) return;
  event.preventDefault();
  act();
}
