/**
 * A table as a viewer knows it: what each message of the server makes of it. Pure, so that live play, replay and tests
 * share it. It knows no game: events and views pass through.
 */
import type { AnyEvent, Body, ChattedBody, FromServer, Happened, Position, TableInfo, View } from "$lib/wire";

/** Successive steps of one seat after one decision. `by` is this seat if it decided; else it had no choice. */
export interface Decision {
  n: number;
  seat: number;
  by: number | null;
  bot: string | null;
  events: AnyEvent[];
}

/** The log: one line a turn, and notes about the table between them. */
export type Line =
  | { kind: "turn"; n: number; seat: number; decisions: Decision[]; closed: boolean }
  | { kind: "note"; n: number; body: Exclude<Body, ChattedBody> };

export interface Said {
  n: number;
  at: number;
  person: string;
  name: string;
  text: string;
  spectator: boolean;
}

export interface TableState {
  /** The last event that is in here. */
  n: number | null;
  /** The log that this number belongs to. */
  log: string;
  person: string | null;
  seat: number | null;
  table: TableInfo | null;
  position: Position | null;
  online: boolean[];
  spectators: number;
  lines: Line[];
  said: Said[];
  /** The server's clock minus ours, in milliseconds. */
  ahead: number;
  warned: { seat: number; until: number } | null;
  /** The next table, after a rematch. */
  next: string | null;
}

export const NOTHING: TableState = {
  n: null,
  log: "",
  person: null,
  seat: null,
  table: null,
  position: null,
  online: [],
  spectators: 0,
  lines: [],
  said: [],
  ahead: 0,
  warned: null,
  next: null,
};

const MOST_LINES = 400;

/** The state after a message. */
export function reduce(state: TableState, message: FromServer): TableState {
  switch (message.t) {
    case "welcome": {
      const fresh: TableState = {
        ...NOTHING,
        n: message.n,
        log: message.log,
        person: message.person,
        seat: message.seat,
        table: message.table,
        online: message.online,
        spectators: message.spectators,
        ahead: message.now - Date.now(),
        next: message.table.rematch,
        said: state.table?.id === message.table.id ? state.said : [],
      };
      const told = message.recent.reduce(logged, fresh);
      return { ...told, position: message.position };
    }
    case "resumed":
    case "pong":
      return { ...state, ahead: message.now - Date.now() };
    case "presence":
      return { ...state, online: message.online, spectators: message.spectators };
    case "warning":
      return { ...state, warned: { seat: message.seat, until: Date.now() + message.left } };
    case "refused":
      return message.position && state.position && message.position.ply > state.position.ply
        ? { ...state, position: message.position }
        : state;
    case "event":
      if (state.n !== null && message.n <= state.n) return state; // known already
      return happened({ ...logged(state, message), n: message.n }, message);
    default:
      return state;
  }
}

/**
 * The table set for a new round, before the steps that the message tells: its view is given. The
 * message itself is taken in after them.
 */
export function setTable(state: TableState, message: Happened, view: View): TableState {
  const body = message.body;
  if (body?.kind !== "started" && body?.kind !== "dealt") return state;
  const position = body.position && { ...body.position, view };
  const lines = noted(state.lines, message.n, body);
  return { ...happened(state, { ...message, body: { ...body, position } }), lines };
}

/** The log with the note of a new round, once. */
function noted(lines: Line[], n: number, body: Exclude<Body, ChattedBody>): Line[] {
  const last = lines.at(-1);
  return last?.kind === "note" && last.n === n ? lines : [...lines, { kind: "note", n, body }];
}

/** What an event changes besides the log: position and table come whole, or not at all. */
function happened(state: TableState, { body, table }: Happened): TableState {
  if (state.table === null) return state;
  const position = body && "position" in body ? body.position : null;
  const moved = position ? { ...state, position, warned: null } : state;
  return table ? { ...moved, table, seat: seatOf(table, state.person), next: table.rematch } : moved;
}

function seatOf(table: TableInfo, person: string | null): number | null {
  const seat = person === null ? -1 : table.chairs.findIndex((chair) => chair.person === person);
  return seat < 0 ? null : seat;
}

/** The log after an event. */
function logged(state: TableState, message: Happened): TableState {
  const body = message.body;
  if (body === null) return state;
  switch (body.kind) {
    case "chatted": {
      if (state.said.some((other) => other.n === message.n)) return state;
      const { person, name, text, spectator } = body;
      const said = [...state.said, { n: message.n, at: message.at, person, name, text, spectator }];
      return { ...state, said: said.slice(-MOST_LINES) };
    }
    case "nonce_added":
    case "readied":
    case "removed":
      return state;
    case "undone":
      return { ...state, lines: takeBack(state.lines, body.seat) };
    case "played": {
      const decision = { n: message.n, seat: body.seat, by: body.seat, bot: body.bot, events: body.events };
      const passed = body.position !== null && body.position.view.table.turn !== body.seat;
      return { ...state, lines: addDecision(state.lines, decision, passed).slice(-MOST_LINES) };
    }
    case "started":
    case "dealt": {
      let lines = noted(state.lines, message.n, body);
      const first = body.events[0];
      if (first) {
        const dealt = { n: message.n, seat: first.seat, by: null, bot: null, events: body.events };
        lines = addDecision(lines, dealt, true);
      }
      return { ...state, lines: lines.slice(-MOST_LINES) };
    }
    default:
      return { ...state, lines: [...state.lines, { kind: "note", n: message.n, body } as Line].slice(-MOST_LINES) };
  }
}

/** Put a decision into the log: its steps belong to the seats that made them, each in its own line. */
function addDecision(lines: Line[], decision: Decision, passed: boolean): Line[] {
  const found = [...lines];
  const parts: Decision[] = [];
  for (const event of decision.events) {
    const part = parts.at(-1);
    if (part && part.seat === event.seat) part.events.push(event);
    else
      parts.push({
        ...decision,
        seat: event.seat,
        by: parts.length && event.seat === decision.by ? null : decision.by,
        events: [event],
      });
  }
  for (const part of parts) {
    const last = found.at(-1);
    if (last?.kind === "turn" && last.seat === part.seat && !last.closed) {
      found[found.length - 1] = { ...last, decisions: [...last.decisions, part] };
    } else {
      found.push({ kind: "turn", n: part.n, seat: part.seat, decisions: [part], closed: false });
    }
  }
  const last = found.at(-1);
  if (passed && last?.kind === "turn") found[found.length - 1] = { ...last, closed: true };
  return found;
}

/** A seat took its last step back. */
function takeBack(lines: Line[], seat: number): Line[] {
  const last = lines.at(-1);
  if (last?.kind !== "turn" || last.seat !== seat) return lines;
  const decisions = last.decisions.slice(0, -1);
  return decisions.length ? [...lines.slice(0, -1), { ...last, decisions, closed: false }] : lines.slice(0, -1);
}

/** The steps that a seat made without a choice since its last choice in this round. */
export function unchosen(lines: Line[], seat: number | null): AnyEvent[] {
  const found: AnyEvent[][] = [];
  for (const line of [...lines].reverse()) {
    if (line.kind === "note" && (line.body.kind === "dealt" || line.body.kind === "started")) break;
    if (line.kind === "note" || line.seat !== seat) continue;
    if (line.decisions.some((decision) => decision.by === seat)) break;
    found.unshift(line.decisions.flatMap((decision) => decision.events));
  }
  return found.flat();
}

/**
 * The steps that a viewer has not answered yet: all since its seat last had a turn, its own running turn included.
 * For spectators: one turn of each seat.
 */
export function freshEvents(lines: Line[], seat: number | null, players: number): AnyEvent[] {
  const found: AnyEvent[][] = [];
  let turns = 0;
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i];
    if (!line || (line.kind === "note" && (line.body.kind === "dealt" || line.body.kind === "started"))) break;
    if (line.kind === "note") continue;
    const mine = line.seat === seat && (turns > 0 || line.closed);
    if (seat === null ? turns >= players : mine && line.decisions.some((decision) => decision.by === seat)) break;
    found.unshift(line.decisions.flatMap((decision) => decision.events));
    turns += 1;
  }
  return found.flat();
}
