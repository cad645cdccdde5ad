/**
 * What each seat has just done, for the bubbles beside the faces. A bubble stays until the viewer
 * has made a decision, or its seat has another turn.
 */
import type { Say, Words } from "$games/game";
import type { Piece } from "$lib/words/chips";
import { eventsOf, stepsPieces } from "./notes";
import type { Line } from "./reducer";
import type { AnyEvent } from "$lib/wire";

export interface Bubble {
  /** Changes whenever there is something new to see in it. */
  key: string;
  parts: Piece[];
  /** It is being told now. */
  now: boolean;
}

export interface Telling {
  lines: readonly Line[];
  /** Steps of the message that is being shown. */
  steps: readonly AnyEvent[];
  /** The viewer's seat; null for a spectator. */
  seat: number | null;
  players: number;
}

/** The steps of each seat that are still told, the running ones included. */
export function toldBy({ lines, steps, seat, players }: Telling): Map<number, AnyEvent[]> {
  const told = new Map<number, AnyEvent[]>();
  let turns = 0;
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i];
    if (!line || (line.kind === "note" && (line.body.kind === "dealt" || line.body.kind === "started"))) break;
    if (line.kind === "note") continue;
    if (seat !== null && line.decisions.some((decision) => decision.by === seat)) break; // the viewer knows what was before
    if (seat === null && turns >= players) break;
    turns += 1;
    if (!told.has(line.seat)) told.set(line.seat, eventsOf(line));
  }
  const last = lines.at(-1);
  for (const step of steps) {
    const goes = last?.kind === "turn" && last.seat === step.seat && !last.closed;
    const first = !steps.slice(0, steps.indexOf(step)).some((other) => other.seat === step.seat);
    told.set(step.seat, [...(first && !goes ? [] : (told.get(step.seat) ?? [])), step]);
  }
  return told;
}

export const NO_BUBBLES: ReadonlyMap<number, Bubble> = new Map();

/** The bubble of each seat that has something to tell. */
export function bubblesOf(telling: Telling, words: Words, say: Say): Map<number, Bubble> {
  const bubbles = new Map<number, Bubble>();
  const now = telling.steps.at(-1)?.seat ?? null;
  for (const [seat, events] of toldBy(telling)) {
    const parts = stepsPieces(events, words, say);
    if (parts.length) bubbles.set(seat, { key: `${telling.lines.length} ${events.length}`, parts, now: seat === now });
  }
  return bubbles;
}
