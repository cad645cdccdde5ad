/** A small table as the server would tell of it. */
import type { AnyEvent, Body, Chair, Happened, Position, TableInfo, View, Welcome } from "$lib/wire";

export function viewOf(turn: number | null, choices: number[] = []): View {
  return {
    table: { players: 3, turn, starter: 0, ply: 0 },
    hand: { seat: 0 },
    choices: choices.map((action) => ({ action, move: { move: "lay" } })),
  };
}

export function positionOf(ply: number, turn: number | null, more: Partial<Position> = {}): Position {
  return {
    ply,
    round: 1,
    view: viewOf(turn),
    can_undo: false,
    between_rounds: false,
    results: [],
    totals: [0, 0, 0],
    winners: [],
    clock: null,
    hands: null,
    ...more,
  };
}

export const FREE: Chair = { person: null, name: null, bot: null, stand_in: null, nonce: "" };

/** Someone in a seat. */
export const seated = (person: string, name: string, more: Partial<Chair> = {}): Chair => ({
  ...FREE,
  person,
  name,
  ...more,
});

export function tableOf(more: Partial<TableInfo> = {}): TableInfo {
  return {
    id: "t1",
    code: "ABCDEF",
    settings: {
      game: "some_game",
      seats: 3,
      options: {},
      rounds: null,
      draw_lots: false,
      clock: null,
      public: false,
      spectators: true,
      chat: true,
      hints: true,
    },
    rounds: 3,
    host: "ana",
    status: "open",
    chairs: [seated("ana", "Ana"), FREE, FREE],
    commitment: "",
    created_at: 0,
    previous: null,
    rematch: null,
    ready: [],
    deals_at: null,
    hinted: [],
    daily: null,
    origin: null,
    ...more,
  };
}

export function welcomeOf(more: Partial<Welcome> = {}): Welcome {
  return {
    t: "welcome",
    version: 2,
    now: Date.now(),
    n: 5,
    log: "a",
    person: "ana",
    seat: 0,
    table: tableOf(),
    position: null,
    recent: [],
    online: [true, false, false],
    screens: 0,
    spectators: 0,
    ...more,
  };
}

export const happened = (n: number, body: Body | null, table: TableInfo | null = null): Happened => ({
  t: "event",
  n,
  at: 0,
  body,
  table,
});

export const played = (n: number, seat: number, events: AnyEvent[], position: Position | null): Happened =>
  happened(n, { kind: "played", seat, bot: null, events, position });
