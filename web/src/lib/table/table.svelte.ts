/**
 * A table that is played or watched: the connection, what is known, and what is shown of it so far.
 */
import type { Game, Say } from "$games/game";
import { load } from "$games";
import { m } from "$words";
import { announce, answer } from "$lib/play/announce";
import { bubblesOf, NO_BUBBLES, type Bubble } from "./bubbles";
import type { Desk, Forbidden, Told } from "./desk";
import { Emotes, type Emote } from "./emotes.svelte";
import { isDeal, Queue } from "./queue";
import { stepsText } from "./notes";
import { Pace, type Beat, type Coming } from "./pace";
import { freshEvents, NOTHING, reduce, setTable, unchosen, type TableState } from "./reducer";
import { settings } from "$lib/person/settings.svelte";
import { Connection, socketAddress } from "$lib/net/socket";
import type { Answer, As, Line, Link, Listener, Wish } from "$lib/net/socket";
import { play as sound } from "$lib/play/sound";
import { botName } from "$lib/words/names";
import type { AnyEvent, AnyMove, FromServer, Hint, View } from "$lib/wire";

/** Moves things on the screen when a step is shown. */
export interface Theatre {
  before(beat: Beat): void;
  after(beat: Beat): void;
}

export class Table implements Desk {
  /** What is shown. */
  state = $state.raw<TableState>(NOTHING);
  game = $state.raw<Game | null>(null);
  link = $state<Link>("connecting");
  why = $state<string | null>(null);
  /** The steps of the present message that were shown so far, the latest last. */
  steps = $state.raw<AnyEvent[]>([]);
  /** The last of them that are shown as one. */
  beat = $state.raw<Beat>([]);
  busy = $state(false);
  warming = $state(false);
  sending = $state(false);
  hints = $state.raw<Hint[] | null>(null);
  thinking = $state(false);
  forbidden = $state.raw<Forbidden | null>(null);
  /** What was explained last. */
  told = $state.raw<Told | null>(null);
  /** What was refused last, as a key. */
  problem = $state<string | null>(null);
  theatre: Theatre | null = null;
  /** Nobody looks at it: nothing is said, heard or waited for. */
  isSilent = false;
  /** Something is learned here: no coach, no faces, nothing is taken back. */
  readonly isLesson: boolean = false;
  readonly owner = null;
  readonly emotes = new Emotes();

  private known: TableState = NOTHING;
  private advanced = $state.raw<View | null>(null);
  private picked = $state<string | null>(null);
  private pace = new Pace();
  private skipping = false;
  private queue: Queue;
  private connection: Line;

  constructor(
    readonly id: string,
    as: As = {},
    connect: (listener: Listener) => Line = (listener) =>
      new Connection(socketAddress(id), listener, undefined, undefined, as),
  ) {
    this.queue = new Queue({
      step: (beat) => this.showBeat(beat),
      deal: (message) => this.deal(message),
      apply: (message) => this.showAll(message),
      together: (a, b) => this.game?.together?.(a, b) ?? false,
      pause: (beat, message, ahead) => this.pauseFor(beat, message, ahead),
      busy: (now) => {
        this.busy = now;
        if (!now && !this.botsPlay) this.skipping = false; // arrived: what comes now is shown again
      },
    });
    this.connection = connect({
      last: () => (this.known.n === null ? null : { n: this.known.n, log: this.known.log }),
      hear: (message) => this.hear(message),
      changed: (link, why) => {
        this.link = link;
        this.why = why;
      },
    });
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  private wake = () => {
    if (!document.hidden) this.connection.wake();
    else this.queue.flush();
  };

  close(): void {
    this.connection.close();
    this.queue.stop();
    this.emotes.end();
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
  }

  // what is shown

  get view(): View {
    const view = this.advanced ?? this.state.position?.view;
    if (!view) throw new Error("no match is being played");
    return view;
  }

  /** The step that is being shown now. */
  get step(): AnyEvent | null {
    return this.steps.at(-1) ?? null;
  }

  get isPlaying(): boolean {
    return this.state.position !== null;
  }

  get seat(): number | null {
    return this.state.seat;
  }

  get turn(): number | null {
    return this.state.position ? this.view.table.turn : null;
  }

  get isHost(): boolean {
    return this.state.table !== null && this.state.person === this.state.table.host;
  }

  get mayAct(): boolean {
    return !this.busy && !this.sending && this.state.position !== null && this.state.position.view.choices.length > 0;
  }

  /** It is the viewer's decision, as far as is shown. */
  get isAsked(): boolean {
    return !this.busy && this.state.position !== null && this.state.position.view.choices.length > 0;
  }

  /** A person who is not connected, and for whom no bot plays. */
  isAway(seat: number): boolean {
    const chair = this.state.table?.chairs[seat];
    return !!chair?.person && !chair.stand_in && seat !== this.seat && this.state.online[seat] === false;
  }

  get selected(): string | null {
    return this.picked;
  }

  /** Whoever chooses something has read what was said before. */
  set selected(key: string | null) {
    this.picked = key;
    this.hush();
  }

  get allowsHints(): boolean {
    return this.state.table?.settings.hints ?? false;
  }

  /** The viewer took a hint in this match. */
  get hasTakenHint(): boolean {
    return this.seat !== null && (this.state.table?.hinted.includes(this.seat) ?? false);
  }

  get hint(): Hint | null {
    return this.hints?.[0] ?? null;
  }

  get fresh(): AnyEvent[] {
    const events = freshEvents(this.state.lines, this.seat, this.state.position?.view.table.players ?? 0);
    return this.steps.length ? [...events, ...this.steps] : events;
  }

  /** What each seat has just done, for the bubbles beside the faces. */
  get bubbles(): ReadonlyMap<number, Bubble> {
    const players = this.state.position?.view.table.players ?? 0;
    if (!this.game) return NO_BUBBLES;
    return bubblesOf(
      { lines: this.state.lines, steps: this.steps, seat: this.seat, players },
      this.game.words,
      this.say,
    );
  }

  /**
   * What the viewer's seat did without having been asked, since it was asked last; empty if
   * nothing.
   */
  get unasked(): string {
    return this.game ? stepsText(unchosen(this.state.lines, this.seat), this.game.words, this.say) : "";
  }

  readonly say: Say = {
    name: (seat: number) => this.nameOf(seat),
    seat: null,
  };

  nameOf(seat: number): string {
    if (seat === this.seat) return m.you();
    const chair = this.state.table?.chairs[seat];
    if (!chair) return m.seat_number({ number: seat + 1 });
    if (chair.bot) return botName(seat);
    return chair.name ?? m.seat_number({ number: seat + 1 });
  }

  // what is done

  send(wish: Wish): Promise<Answer> {
    return this.connection.send(wish);
  }

  /** Connect as the person that this browser is now. */
  again(): void {
    this.known = NOTHING;
    this.connection.reopen();
  }

  /** Do something; a refusal is shown. */
  async order(wish: Wish): Promise<boolean> {
    this.problem = null;
    this.sending = true;
    const answer = await this.send(wish).finally(() => (this.sending = false));
    this.warming = false;
    if (answer.t !== "refused") return true;
    if (answer.error !== "stale") this.problem = answer.error;
    return false;
  }

  play(action: number): void {
    const position = this.known.position;
    if (!position || this.sending) return;
    if (this.busy) this.queue.flush();
    if (!position.view.choices.some((choice) => choice.action === action)) return;
    this.hints = null;
    this.selected = null;
    void this.order({ t: "play", ply: position.ply, action });
  }

  /** Show a face to the table; too many at once are left out without a word. */
  emote(emote: Emote): void {
    if (this.seat !== null && this.emotes.take()) void this.send({ t: "emote", emote });
  }

  undo(): void {
    const position = this.known.position;
    this.hints = null;
    this.selected = null;
    if (position?.can_undo) void this.order({ t: "undo", ply: position.ply });
    else this.forbidden = { place: "undo", move: null, rule: "AL-7" };
  }

  async askHint(): Promise<void> {
    const position = this.known.position;
    if (!position || this.thinking) return;
    this.thinking = true;
    this.hush();
    const answer = await this.send({ t: "hint", ply: position.ply }).finally(() => (this.thinking = false));
    this.warming = false;
    if (answer.t === "hints" && answer.ply === this.known.position?.ply) this.hints = answer.hints;
    else if (answer.t === "refused") this.problem = answer.error;
  }

  whyNot(move: AnyMove, place: string): void {
    if (this.canSkip) this.skip();
    else void this.explain(move, place);
  }

  private async explain(move: AnyMove, place: string): Promise<void> {
    sound("no");
    this.hints = null;
    this.hush();
    const asked = { place, move, rule: null };
    this.forbidden = asked;
    const answer = await this.send({ t: "why_not", move });
    if (this.forbidden === asked) this.forbidden = { ...asked, rule: answer.t === "why_not" ? answer.rule : null };
  }

  tell(told: Told): void {
    this.hush();
    this.told = told;
    answer(told.text);
  }

  hush(): void {
    this.forbidden = null;
    this.told = null;
  }

  /** Others' turns are being shown, or bots are about to play: nothing is asked of the viewer. */
  get canSkip(): boolean {
    return this.busy || (this.isPlaying && !this.isAsked && this.botsPlay);
  }

  /** Straight to the viewer's own turn: show all that waits at once, and what bots do until then. */
  skip(): void {
    this.skipping = true;
    this.queue.flush();
    if (!this.busy && !this.botsPlay) this.skipping = false;
  }

  /** A bot decides next, as far as is known. */
  private get botsPlay(): boolean {
    const turn = this.known.position?.view.table.turn ?? null;
    const chair = turn === null ? null : this.known.table?.chairs[turn];
    return !!(chair?.bot || chair?.stand_in);
  }

  // what is heard

  private hear(message: FromServer): void {
    this.known = reduce(this.known, message);
    switch (message.t) {
      case "notice":
        this.warming = message.key === "warming";
        break;
      case "welcome":
      case "event":
      case "refused":
        this.queue.push(message);
        break;
      case "emoted":
        this.emotes.show(message.seat, message.emote, {
          name: this.nameOf(message.seat),
          person: this.state.table?.chairs[message.seat]?.person ?? null,
          mine: message.seat === this.seat,
        });
        break;
      case "pong":
      case "presence":
      case "resumed":
      case "warning":
        this.state = reduce(this.state, message);
        if (message.t === "warning" && message.seat === this.seat && !this.isSilent) announce(m.time_low());
        break;
      default:
    }
  }

  private pauseFor(beat: Beat, message: FromServer, ahead: readonly Beat[]): number {
    const body = message.t === "event" ? message.body : null;
    const mine = body?.kind === "played" && body.bot === null && body.seat === this.seat;
    if (mine || isDeal(message)) this.pace.begin();
    if (document.hidden || this.isSilent || this.skipping || !this.game) return 0;
    if (mine && beat[0] === body.events[0]) return 0; // the viewer did it, and need not look
    const { choices, table } = this.known.position?.view ?? { choices: [], table: { players: 2 } };
    const complete = choices.length > 0 || !this.botsPlay;
    const coming = ahead.map((one) => this.weigh(one));
    return (
      settings.pace * this.pace.look(this.weigh(beat), coming, { players: table.players, seat: this.seat, complete })
    );
  }

  /** Steps that are shown as one take little longer than a single one. */
  private weigh(beat: Beat): Coming {
    const weight = Math.max(0, ...beat.map((event) => this.game?.weight?.(event) ?? 1));
    return { seat: beat[0]?.seat ?? 0, weight: weight * (0.9 + 0.1 * Math.min(6, beat.length)) };
  }

  /** A new round, as it was before its first steps. */
  private deal(message: FromServer): void {
    const body = message.t === "event" ? message.body : null;
    const view = body && "position" in body ? body.position?.view : undefined;
    if (message.t !== "event" || !view || !body || !("events" in body)) return;
    const before = this.game?.before?.(view, body.events, this.say) ?? view;
    this.state = setTable(this.state, message, { ...before, choices: [] });
    this.advanced = null;
    this.hush();
    if (!this.isSilent) sound("deal");
  }

  private showBeat(beat: Beat): void {
    const view = this.advanced ?? this.state.position?.view;
    if (!view || !this.game) return;
    this.theatre?.before(beat);
    this.steps = [...this.steps, ...beat];
    this.beat = beat;
    this.advanced = beat.reduce((now, event) => this.game?.advance?.(now, event, this.say) ?? now, view);
    this.announceBeat(beat);
    this.theatre?.after(beat);
  }

  private async showAll(message: FromServer): Promise<void> {
    if (message.t === "welcome") {
      this.game ??= await load(message.table.settings.game);
      this.say.seat = message.seat;
    }
    const single = isDeal(message) ? null : singleStep(message);
    const told = this.steps.length > 0;
    if (single && !told) this.theatre?.before([single]);
    this.state = reduce(this.state, message);
    this.say.seat = this.state.seat;
    this.steps = [];
    this.beat = [];
    this.advanced = null;
    if (message.t === "event" && message.body && "position" in message.body) this.forbidden = this.hints = null;
    if (single && !told) {
      this.announceBeat([single]);
      this.theatre?.after([single]);
    }
    if (message.t === "event" && message.body?.kind === "undone" && !this.isSilent) {
      announce(m.did({ name: this.nameOf(message.body.seat), what: m.took_back() }));
      sound("undo");
    }
  }

  /** Say steps to those who listen. */
  private announceBeat(beat: Beat): void {
    if (this.isSilent) return;
    const first = beat[0];
    const words = this.game ? stepsText([...beat], this.game.words, this.say) : "";
    if (words && first) announce(m.did({ name: this.nameOf(first.seat), what: words }));
    const noise = first && this.game?.sound?.(first);
    if (noise) sound(noise);
  }
}

/** The one step of a message that has just one. */
function singleStep(message: FromServer): AnyEvent | null {
  const body = message.t === "event" ? message.body : null;
  return body && "events" in body && body.events.length === 1 ? (body.events[0] ?? null) : null;
}
