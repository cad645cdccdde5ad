/** What happened around the table, in words: who came, who left, who plays for whom. */
import { m } from "$words";
import type { Say, Words } from "$games/game";
import { pieces, type Piece } from "$lib/words/chips";
import { levelName } from "$lib/words/levels";
import type { Line } from "./reducer";
import type { AnyEvent } from "$lib/wire";

type NoteBody = Extract<Line, { kind: "note" }>["body"];

export function noteText(body: NoteBody, say: Say): string | null {
  switch (body.kind) {
    case "seated":
      return m.note_seated({ name: body.name });
    case "vacated":
      return m.note_vacated({ number: body.seat + 1 });
    case "started":
      return m.note_started();
    case "dealt":
      return m.note_dealt();
    case "stood_in":
      return body.seat === say.seat
        ? m.note_stood_in_you({ level: levelName(body.level) })
        : m.note_stood_in({ name: say.name(body.seat), level: levelName(body.level) });
    case "returned":
      return m.note_returned({ name: say.name(body.seat) });
    case "hinted":
      return body.seat === say.seat ? m.note_hinted_you() : m.note_hinted({ name: say.name(body.seat) });
    case "time_given":
      return m.note_time_given({ seconds: Math.round(body.milliseconds / 1000) });
    case "rematched":
      return m.note_rematched();
    case "closed":
      return m.note_closed();
    default:
      return null;
  }
}

/** What the steps of one seat were, to stand behind its name; empty if they need no words. */
export const stepsText = (events: AnyEvent[], words: Words, say: Say): string =>
  words.turn?.(events, say) ??
  events
    .map((event) => words.event(event, say))
    .filter((word) => word !== null)
    .join(", ");

/** The steps of one seat, with the cards in them apart. */
export const stepsPieces = (events: AnyEvent[], words: Words, say: Say): Piece[] =>
  pieces(() => stepsText(events, words, say));

export const eventsOf = (line: Extract<Line, { kind: "turn" }>): AnyEvent[] =>
  line.decisions.flatMap((decision) => decision.events);

/** A line of the log as it is drawn: whose turn it was, or null for what happened around the table. */
export interface LogLine {
  seat: number | null;
  parts: Piece[];
}

export function logLine(line: Line, words: Words | undefined, say: Say): LogLine | null {
  if (line.kind === "note") {
    const said = noteText(line.body, say);
    return said ? { seat: null, parts: [said] } : null;
  }
  const parts = words ? stepsPieces(eventsOf(line), words, say) : [];
  return parts.length ? { seat: line.seat, parts } : null;
}

/** The same in words; null if it needs none. */
export function lineText(line: Line, words: Words | undefined, say: Say): string | null {
  if (line.kind === "note") return noteText(line.body, say);
  const what = words ? stepsText(eventsOf(line), words, say) : "";
  return what ? m.did({ name: say.name(line.seat), what }) : null;
}
