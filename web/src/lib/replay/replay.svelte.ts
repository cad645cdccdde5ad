/** A match that is looked at again: where one is in it, and what the table looks like there. */
import type { Game, Say } from "$games/game";
import { m } from "$words";
import { answer } from "$lib/play/announce";
import type { Desk } from "$lib/table/desk";
import { fly, notice } from "$lib/play/motion";
import { botName } from "$lib/words/names";
import { noteText, stepsText } from "$lib/table/notes";
import { freshEvents, type Line, type TableState } from "$lib/table/reducer";
import { seatOf, statesOf } from "./replay";
import type { AnyEvent, Frame, Hint, Replay, View } from "$lib/wire";

const LOOK = 900; // milliseconds for a usual step
const LONGEST = 3; // times as long, for a step with much in it
const OUR_BOT = /^Bot \d+$/; // a bot that nobody has named

export class Player {
  data = $state.raw<Replay>() as Replay;
  at = $state(0);
  private states = $state.raw<TableState[]>([]);

  constructor(
    readonly game: Game,
    data: Replay,
    at: number,
  ) {
    this.show(data, at);
  }

  /** Load another round, or the same as another seat saw it. */
  show(data: Replay, at: number): void {
    this.data = data;
    this.states = statesOf(data);
    this.at = at;
  }

  get frame(): Frame {
    return this.data.frames[this.at] as Frame;
  }

  get last(): number {
    return this.data.frames.length - 1;
  }

  get state(): TableState {
    return this.states[this.at] as TableState;
  }

  /** The log of the whole round. */
  get lines(): Line[] {
    return this.states.at(-1)?.lines ?? [];
  }

  get seat(): number | null {
    return seatOf(this.data);
  }

  /** True if the viewer looks at their own cards. */
  get isOwn(): boolean {
    return this.seat !== null && this.seat === this.data.own;
  }

  nameOf(seat: number): string {
    if (this.isOwn && seat === this.seat) return m.you();
    const chair = this.data.chairs[seat];
    if (chair?.bot && OUR_BOT.test(chair.name ?? "Bot 1")) return botName(seat);
    return chair?.name ?? m.seat_number({ number: seat + 1 });
  }

  /** How seats are named; "you" only for the person themselves. */
  get say(): Say {
    return { name: (seat) => this.nameOf(seat), seat: this.isOwn ? this.seat : null };
  }

  /** How long this step is looked at while the match runs by itself. */
  get pause(): number {
    const weight = this.frame.events.reduce((sum, event) => sum + (this.game.weight?.(event) ?? 1), 0);
    return LOOK * Math.min(LONGEST, Math.max(0.5, weight));
  }

  /** What happened in this step. */
  get text(): string {
    const { seat, events, position } = this.frame;
    const parts: string[] = [];
    if (seat === null)
      parts.push(noteText({ kind: this.data.round === 1 ? "started" : "dealt", events, position }, this.say) ?? "");
    for (const group of bySeat(events)) {
      const what = stepsText(group, this.game.words, this.say);
      if (what) parts.push(m.did({ name: this.nameOf(group[0]?.seat ?? 0), what }));
    }
    if (!parts.length && seat !== null) parts.push(m.did({ name: this.nameOf(seat), what: m.replay_turn_ended() }));
    if (position.winners.length) parts.push(m.match_over());
    else if (position.between_rounds) parts.push(m.round_over());
    return parts.join(". ");
  }

  /** Go to a step; things fly if it is the next one. */
  go(index: number): void {
    const wanted = Math.min(Math.max(0, index), this.last);
    const next = wanted === this.at + 1;
    const events = next ? (this.data.frames[wanted]?.events ?? []) : [];
    const motions = events.flatMap((event) => this.game.motions?.(event, { ...this.say, seat: this.seat }) ?? []);
    const places = notice(motions);
    this.at = wanted;
    if (next) void fly(motions, places);
    this.tell();
  }

  /** Announce the present step to screen readers. */
  tell(): void {
    answer(this.text);
  }
}

/** The steps of each seat together, in order. */
function bySeat(events: AnyEvent[]): AnyEvent[][] {
  const groups: AnyEvent[][] = [];
  for (const event of events) {
    const group = groups.at(-1);
    if (group?.[0]?.seat === event.seat) group.push(event);
    else groups.push([event]);
  }
  return groups;
}

/** What a game's components see of a replay: all of it, and nothing that could be done. */
export class Looking implements Desk {
  readonly step = null;
  readonly mayAct = false;
  readonly allowsHints = false;
  readonly forbidden = null;

  /** `hand`: the seat whose cards are laid open beside the table. */
  constructor(
    private readonly player: Player,
    private readonly hand: number | null = null,
    /** A move that is drawn as a ghost: what would have been better. */
    readonly hint: Hint | null = null,
  ) {}

  get seat(): number | null {
    return this.hand ?? this.player.seat;
  }

  get view(): View {
    const { position, hands } = this.player.frame;
    return this.hand === null ? position.view : { ...position.view, hand: hands?.[this.hand] ?? null };
  }

  get say(): Say {
    return this.player.say;
  }

  get owner(): string | null {
    return this.seat === null || this.player.isOwn ? null : this.player.nameOf(this.seat);
  }

  get fresh(): AnyEvent[] {
    return freshEvents(this.player.state.lines, this.seat, this.player.data.chairs.length);
  }

  // Nothing can be chosen or played in what is over.
  get selected(): string | null {
    return null;
  }
  set selected(_: string | null) {}
  play(): void {}
  whyNot(): void {}
  tell(): void {}
  hush(): void {}
}
