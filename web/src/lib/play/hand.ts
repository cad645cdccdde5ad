/** What a hand consists of, how it is named, and how it gets the focus back. */
import { m } from "$words";
import type { Desk } from "$lib/table/desk";

/** One card, or tile, of the viewer's own. */
export interface HandItem {
  /** Unique in the hand; also its `data-place`. */
  key: string;
  /** Its name, as a screen reader says it. */
  label: string;
  /** What it is: points, and what it does if it is special. */
  about: string;
  playable: boolean;
  number?: number;
  /** It came since the viewer's last turn. */
  fresh?: boolean;
  hinted?: boolean;
}

/** What a hand is called: the viewer's own, or somebody's that is looked at. */
export const handLabel = (desk: Pick<Desk, "owner">, count: number): string =>
  desk.owner === null ? m.your_hand({ count }) : m.hand_of({ name: desk.owner, count });

/** Where the tab stop is: at the card that had it last, else at one that can be played. */
export function stopIn(items: readonly HandItem[], last: string | null): number {
  const known = items.findIndex((item) => item.key === last);
  if (known >= 0) return known;
  return Math.max(
    0,
    items.findIndex((item) => item.playable),
  );
}

/** The card that gets the focus of one that is gone: what stands in its place now. */
export function heirOf(gone: string, before: readonly string[], now: readonly string[]): string | null {
  return now[Math.min(Math.max(0, before.indexOf(gone)), now.length - 1)] ?? null;
}

/** The next card with a number that is being typed, or one that begins with it; from `here` on. */
export function cardWith<T extends HandItem>(items: readonly T[], typed: string, here: number): T | undefined {
  const from = typed.length > 1 ? here : here + 1; // the second digit may still mean the same card
  const ring = [...items.slice(from), ...items.slice(0, from)];
  return (
    ring.find((item) => String(item.number) === typed) ?? ring.find((item) => String(item.number).startsWith(typed))
  );
}

/** What a tap on a card does: `select` if the viewer wants a second tap to play it. */
export function tapOn(item: HandItem, selected: string | null, confirm: boolean): "blocked" | "select" | "play" {
  if (!item.playable) return "blocked";
  return confirm && selected !== item.key ? "select" : "play";
}

/** Put the focus back on the own cards. */
export function focusHand(): void {
  const hand = document.querySelector<HTMLElement>('.hand[role="toolbar"]');
  (hand?.querySelector<HTMLElement>('button[tabindex="0"]') ?? hand)?.focus({ preventScroll: true });
}
