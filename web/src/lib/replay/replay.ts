/**
 * A replay as the page needs it: states made by the same reducer as live play, and the address of
 * each step. Pure.
 */
import { NOTHING, reduce, type Line, type TableState } from "$lib/table/reducer";
import type { Frame, Happened, PlayedOn, Replay, TableInfo } from "$lib/wire";

/** The id of the page that shows a match from a file. */
export const FILE = "file";

/** What an address asks for. */
export interface Wish {
  round: number;
  ply: number | null;
  /** A seat, `all` or `spectator`; null: whatever is usual. */
  seat: string | null;
}

export function wishOf(search: string): Wish {
  const given = new URLSearchParams(search);
  const whole = (name: string) => (/^\d{1,6}$/.test(given.get(name) ?? "") ? Number(given.get(name)) : null);
  const seat = given.get("seat") ?? "";
  return {
    round: Math.min(20, Math.max(1, whole("round") ?? 1)),
    ply: whole("ply"),
    seat: /^([0-7]|all|spectator)$/.test(seat) ? seat : null,
  };
}

/** The address of one step. */
export const addressOf = (id: string, round: number, ply: number, seat: string): string =>
  `/replay/${id}?round=${round}&ply=${ply}&seat=${seat}`;

/** The step of the other match from which a table goes on. */
export const originOf = ({ table, round, ply, seat }: PlayedOn): string => addressOf(table, round, ply, String(seat));

/** Where a ply is among the frames; the nearest if it is in another round. */
export function indexOf(frames: Frame[], ply: number | null): number {
  if (ply === null) return 0;
  const first = frames[0]?.position.ply ?? 0;
  return Math.min(Math.max(0, ply - first), frames.length - 1);
}

/** Whose hand is seen; null for a spectator and for all. */
export const seatOf = (replay: Replay): number | null => (/^\d$/.test(replay.seat) ? Number(replay.seat) : null);

/** The table after each frame. Its numbers count from 1. */
export function statesOf(replay: Replay): TableState[] {
  let state: TableState = { ...NOTHING, seat: seatOf(replay), table: tableOf(replay) };
  return replay.frames.map((frame, i) => (state = reduce(state, messageOf(replay, frame, i + 1))));
}

/** What the server would have told in live play. */
function messageOf(replay: Replay, frame: Frame, n: number): Happened {
  const { seat, events, position } = frame;
  const told = { t: "event", n, at: 0, table: null } as const; // nobody comes or goes in a replay
  if (seat !== null) {
    const bot = replay.chairs[seat]?.bot ?? null;
    return { ...told, body: { kind: "played", seat, bot, events, position } };
  }
  return { ...told, body: { kind: replay.round === 1 ? "started" : "dealt", events, position } };
}

function tableOf(replay: Replay): TableInfo {
  return {
    id: replay.table ?? FILE,
    code: "",
    settings: {
      game: replay.game,
      seats: replay.chairs.length,
      options: {},
      rounds: replay.rounds,
      draw_lots: false,
      clock: null,
      public: false,
      spectators: true,
      chat: false,
      hints: false,
    },
    rounds: replay.rounds,
    host: "",
    status: "playing",
    chairs: replay.chairs,
    commitment: "",
    created_at: 0,
    previous: null,
    rematch: null,
    ready: [],
    deals_at: null,
    hinted: [],
    daily: null,
    origin: null,
  };
}

/** The frame that a line of the log leads to: the last one of it. */
export const frameOf = (line: Line): number =>
  (line.kind === "turn" ? (line.decisions.at(-1)?.n ?? line.n) : line.n) - 1;

/**
 * The line of the log that tells a frame; the one before it, if the frame needs no words of its
 * own.
 */
export function lineAt(lines: Line[], frame: number): number {
  const n = frame + 1;
  return lines.findLastIndex((line) => (line.kind === "turn" ? line.decisions.some((one) => one.n <= n) : line.n <= n));
}
