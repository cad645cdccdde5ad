/**
 * A lesson as `tools/lessons.py` writes it: all that the rules say about it. And the teacher, who
 * answers a table in the place of a server: at a lesson, and wherever a position is decided anew.
 */
import type { Answer, Line, Listener, Wish } from "$lib/net/socket";
import type {
  AnyMove,
  Chair,
  Frame,
  Happened,
  LiveSpot,
  Position,
  Refusals,
  Settings,
  TableInfo,
  Welcome,
} from "$lib/wire";
import { VERSION } from "$lib/wire";

export interface LessonStep {
  key: string;
  seat: number;
  players: number;
  options: Record<string, unknown>;
  /** Null: the table is as the step before left it. */
  position: Position | null;
  /** By expected action: what it leads to, up to the next step. */
  then: Record<string, Frame[]>;
  /** By kind of move. */
  refused: Record<string, Refusals>;
  /** Who sits there; easy bots if nobody is named. */
  chairs?: readonly Chair[];
  /** Of the match; one if it is not said. */
  rounds?: number;
}

/** A position of a match as the teacher takes it. */
export function stepOf(spot: LiveSpot): LessonStep {
  const { seat, options, position, then, refused, chairs, rounds } = spot;
  return { key: "", seat, players: chairs.length, options, position, then, refused, chairs, rounds };
}

const LEARNER = "learner";
const ID = "lesson";

/** A move as a text that is the same for equal moves. */
function named(thing: unknown): string {
  if (typeof thing !== "object" || thing === null) return JSON.stringify(thing);
  const parts = Object.entries(thing).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${parts.map(([key, value]) => `${key}:${named(value)}`).join()}}`;
}

/** The rule against a move at a step; null if it is allowed, or not known there. */
export function ruleAgainst(step: LessonStep, move: AnyMove): string | null {
  const answers = step.refused[move.move];
  if (!answers) return null;
  const wanted = named(move);
  const other = Object.entries(answers.others).find(([, moves]) => moves.some((one) => named(one) === wanted));
  return other?.[0] ?? answers.usual;
}

/** Who sits at the table of a step. */
function chairsOf(step: LessonStep): Chair[] {
  return Array.from({ length: step.players }, (_, seat) => {
    if (seat === step.seat) return { person: LEARNER, name: null, bot: null, stand_in: null, nonce: "" };
    const chair = step.chairs?.[seat] ?? { person: null, name: null, bot: "easy", stand_in: null, nonce: "" };
    return chair.bot ? chair : { ...chair, person: chair.person ?? `${LEARNER}-${seat}` };
  });
}

function tableOf(game: string, step: LessonStep): TableInfo {
  return {
    id: ID,
    code: "",
    settings: {
      game,
      seats: step.players,
      options: step.options as Settings["options"],
      rounds: step.rounds ?? 1,
      draw_lots: false,
      clock: null,
      public: false,
      spectators: false,
      chat: false,
      hints: true,
    },
    rounds: step.rounds ?? 1,
    host: LEARNER,
    status: "playing",
    chairs: chairsOf(step),
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

/** Knows the lesson, and answers the table as a server would. */
export class Teacher implements Line {
  at = 0;
  private n = 0;
  private listener: Listener | null = null;

  constructor(
    private readonly game: string,
    readonly steps: readonly LessonStep[],
    /** What the learner has heard before the first step, numbered from 1. */
    private readonly before: readonly Happened[] = [],
  ) {
    this.n = before.length;
  }

  meet(listener: Listener): this {
    this.listener = listener;
    return this;
  }

  get step(): LessonStep {
    const step = this.steps[this.at];
    if (!step) throw new Error(`no step ${this.at}`);
    return step;
  }

  /** Set the table for a step that begins with a position of its own. */
  show(at: number): void {
    this.at = at;
    const { position, seat, players } = this.step;
    if (!position) throw new Error(`step ${this.step.key} follows another`);
    const welcome: Welcome = {
      t: "welcome",
      version: VERSION,
      now: Date.now(),
      n: at === 0 && this.before.length ? this.n : ++this.n,
      log: ID,
      person: LEARNER,
      seat,
      table: tableOf(this.game, this.step),
      position,
      recent: at === 0 ? [...this.before] : [],
      online: Array.from({ length: players }, () => true),
      spectators: 0,
      screens: 0,
    };
    this.listener?.hear(welcome);
    this.listener?.changed("open", null);
  }

  send(wish: Wish): Promise<Answer> {
    if (wish.t === "why_not")
      return Promise.resolve({ t: "why_not", id: ID, rule: ruleAgainst(this.step, wish.move as AnyMove) });
    const frames = wish.t === "play" ? this.step.then[String(wish.action)] : undefined;
    if (!frames)
      return Promise.resolve({
        t: "refused",
        id: ID,
        error: "stale",
        field: null,
        expected: null,
        rule: null,
        position: null,
      });
    for (const frame of frames) this.listener?.hear(this.told(frame));
    return Promise.resolve({ t: "ack", id: ID, n: this.n });
  }

  wake(): void {}
  reopen(): void {}
  close(): void {}

  private told({ seat, events, position }: Frame): Happened {
    const bot = seat === this.step.seat ? null : (this.step.chairs?.[seat ?? 0]?.bot ?? "easy");
    return {
      t: "event",
      n: ++this.n,
      at: Date.now(),
      body: { kind: "played", seat: seat ?? 0, bot, events, position },
      table: null,
    };
  }
}
