/** Who sits where, as a viewer sees the table. */
import type { Chair } from "$lib/wire";

/** The seats where nobody sits, neither a person nor a bot. */
export const freeSeats = (chairs: readonly Chair[]): number[] =>
  chairs.flatMap((chair, seat) => (chair.person || chair.bot ? [] : [seat]));

/** True if another person plays, for whom no bot stands in. */
export const hasCompany = (chairs: readonly Chair[], seat: number | null): boolean =>
  chairs.some((chair, other) => chair.person && !chair.stand_in && other !== seat);

/** Seats by the side of the table that they are drawn at. */
export interface Sides {
  left: number[];
  top: number[];
  right: number[];
  own: number[];
}

/**
 * Where each seat is drawn: clockwise, from the one after the viewer's own, which comes last. A
 * spectator sees the seats in order.
 *
 * `own` gives the viewer's seat a place of its own, `around` seats the first of the others at the
 * left and the last at the right, `column` seats all of them at the left.
 */
export function sidesOf(
  players: number,
  seat: number | null,
  room: { own: boolean; around: boolean; column?: boolean },
): Sides {
  const first = seat ?? players - 1;
  const order = Array.from({ length: players }, (_, i) => (first + 1 + i) % players);
  const own = seat !== null && room.own ? order.splice(-1) : [];
  if (room.column) return { left: order, top: [], right: [], own };
  if (!room.around || order.length < 2) return { left: [], top: order, right: [], own };
  return { left: order.slice(0, 1), top: order.slice(1, -1), right: order.slice(-1), own };
}

/**
 * Where chairs stand around an oval table, in percent of its box: the viewer's own in front, the
 * others clockwise from there. A spectator sees the first chair in front. Those at the sides stand
 * a little further out than the oval does, so that the middle is free for words.
 */
export function chairPlaces(count: number, own: number | null): { x: number; y: number }[] {
  return Array.from({ length: count }, (_, seat) => {
    const turn = (2 * Math.PI * ((seat - (own ?? 0) + count) % count)) / count;
    const aside = Math.sin(turn);
    return {
      x: Math.round(50 - 50 * Math.sign(aside) * Math.sqrt(Math.abs(aside))),
      y: Math.round(50 + 50 * Math.cos(turn)),
    };
  });
}
