/** A small replay as the server would tell it. */
import { FREE, positionOf } from "./scene";
import type { Frame, Replay } from "$lib/wire";

const laid = (seat: number) => ({ event: "laid", seat });
export const frame = (
  ply: number,
  seat: number | null,
  turn: number | null,
  events = seat === null ? [] : [laid(seat)],
): Frame => ({
  seat,
  events,
  position: positionOf(ply, turn, { round: 2 }),
  hands: null,
});

/** Round 2 of 3, as seat 1 saw it: five frames from ply 40 on. */
export const replayOf = (more: Partial<Replay> = {}): Replay => ({
  table: "t1",
  game: "some_game",
  origin: null,
  options: {},
  chairs: [
    { ...FREE, name: "Ana" },
    { ...FREE, name: "Bot 2", bot: "easy" },
    { ...FREE, name: "Cy" },
  ],
  rounds: 3,
  dealt: 3,
  over: true,
  results: [],
  totals: [0, 0, 0],
  winners: [0],
  own: null,
  views: ["all", "spectator", "0", "1", "2"],
  seat: "1",
  round: 2,
  frames: [
    frame(40, null, 0),
    frame(41, 0, 0),
    frame(42, 0, 1),
    frame(43, 1, 2),
    frame(44, 2, null, [laid(2), laid(0)]),
  ],
  ...more,
});
