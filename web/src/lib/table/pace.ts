/**
 * How long steps are looked at. However many sit at a table, the turns of the others go by in about
 * four seconds altogether: each seat has its share of them, and a seat that needs less leaves the
 * rest to those after it. All times are milliseconds at the usual speed.
 */
import type { AnyEvent, FromServer } from "$lib/wire";

/** All turns of the others, from the viewer's own turn to the next. */
export const ROUND_TRIP = 4000;
/** A usual step, if there is time enough. */
const STEP = 750;
/** No step goes by unseen, however many there are. */
const LEAST = 90;
/** What the viewer's own seat does without being asked, compared with others' steps. */
const OWN = 1.6;

/** Steps that are shown as one: most often a single one, or equal ones ("drew three cards"). */
export type Beat = readonly AnyEvent[];

/** A beat that will be shown, as far as is known by now. */
export interface Coming {
  seat: number;
  /** How long it is looked at, compared with a usual step. */
  weight: number;
}

export interface Company {
  players: number;
  /** The viewer's seat; null for a spectator. */
  seat: number | null;
  /** All that happens before the viewer is asked again is known: nothing more will come. */
  complete: boolean;
}

const sum = (beats: readonly Coming[]): number => beats.reduce((all, beat) => all + beat.weight, 0);

export class Pace {
  private spent = 0;
  private seats: number[] = [];

  /** The viewer has decided something, or a round begins: the others have all their time again. */
  begin(): void {
    this.spent = 0;
    this.seats = [];
  }

  /** How long to look at a beat, when these are known to follow it. */
  look(beat: Coming, ahead: readonly Coming[], company: Company): number {
    if (beat.weight <= 0) return 0;
    if (company.seat === null) return this.watch(beat, ahead);
    if (beat.seat === company.seat) return STEP * OWN * Math.min(1, beat.weight);
    if (this.seats.at(-1) !== beat.seat) this.seats.push(beat.seat);
    const others = ahead.filter((one) => one.seat !== company.seat);
    const time = company.complete
      ? share(ROUND_TRIP - this.spent, beat, sum(others))
      : share(this.due(company.players) - this.spent, beat, sum(sameTurn(beat, others)) + 1);
    this.spent += time;
    return time;
  }

  /** What all seats may have taken that had a turn so far. */
  private due(players: number): number {
    const others = Math.max(1, players - 1);
    return (ROUND_TRIP * Math.min(others, this.seats.length)) / others;
  }

  /** A spectator has no turn to come to: the more is waiting, the shorter. */
  private watch(beat: Coming, ahead: readonly Coming[]): number {
    return Math.max(LEAST, (STEP * beat.weight) / Math.max(1, sum(ahead) / 4));
  }
}

/** A beat's part of the time that is left, when so much more weight is to be shown in it. */
const share = (left: number, beat: Coming, more: number): number =>
  Math.max(LEAST, Math.min(STEP * beat.weight, (left * beat.weight) / (beat.weight + more)));

/** What follows of the same seat's turn. */
function sameTurn(beat: Coming, ahead: readonly Coming[]): Coming[] {
  const end = ahead.findIndex((one) => one.seat !== beat.seat);
  return ahead.slice(0, end < 0 ? undefined : end);
}

/** The steps of a message as they are shown: those in a row that belong together are one beat. */
export function beatsOf(message: FromServer, together: (a: AnyEvent, b: AnyEvent) => boolean): AnyEvent[][] {
  const beats: AnyEvent[][] = [];
  for (const event of stepsOf(message)) {
    const last = beats.at(-1)?.at(-1);
    if (last && last.seat === event.seat && together(last, event)) beats.at(-1)?.push(event);
    else beats.push([event]);
  }
  return beats;
}

/** The single steps inside a message. */
export function stepsOf(message: FromServer): AnyEvent[] {
  const body = message.t === "event" ? message.body : null;
  return body && "events" in body ? body.events : [];
}
