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

/** Put the focus back on the own cards. */
export function focusHand(): void {
  const hand = document.querySelector<HTMLElement>('.hand[role="toolbar"]');
  (hand?.querySelector<HTMLElement>('button[tabindex="0"]') ?? hand)?.focus({ preventScroll: true });
}
