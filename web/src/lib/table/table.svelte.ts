/**
 * A table that is played or watched: the connection, what is known, and what is shown of it so far.
 */
import type { Game, Say } from "$games/game";
import { load } from "$games";
import { m } from "$words";
import { announce, answer } from "$lib/play/announce";
import type { Desk, Forbidden, Told } from "./desk";
import { isDeal, Queue } from "./queue";
import { stepsText } from "./notes";
import { freshEvents, NOTHING, reduce, unchosen, type TableState } from "./reducer";
import { settings } from "$lib/person/settings.svelte";
import { Connection, socketAddress, type Answer, type As, type Link, type Wish } from "$lib/net/socket";
import { play as sound } from "$lib/play/sound";
import { botName } from "$lib/words/names";
import type { AnyEvent, AnyMove, FromServer, Hint, View } from "$lib/wire";

const STEP = 800; // milliseconds to look at a step, at the usual pace
const OWN = 2; // times as long for what the viewer's seat does without being asked

/** Moves things on the screen when a step is shown. */
export interface Theatre {
  before(event: AnyEvent): void;
  after(event: AnyEvent): void;
}

export class Table implements Desk {
  /** What is shown. */
  state = $state.raw<TableState>(NOTHING);
  game = $state.raw<Game | null>(null);
  link = $state<Link>("connecting");
  why = $state<string | null>(null);
  step = $state.raw<AnyEvent | null>(null);
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
  readonly owner = null;

  private known: TableState = NOTHING;
  private advanced = $state.raw<View | null>(null);
  private picked = $state<string | null>(null);
  private queue: Queue;
  private connection: Connection;

  constructor(
    readonly id: string,
    as: As = {},
  ) {
    this.queue = new Queue({
      step: (event, message) => this.showStep(event, isDeal(message)),
      shown: () => (this.step = null),
      apply: (message) => this.showAll(message),
      pause: (event, message, waiting) => this.pauseFor(event, message, waiting),
      busy: (now) => {
        this.busy = now;
      },
    });
    this.connection = new Connection(
      socketAddress(id),
      {
        last: () => (this.known.n === null ? null : { n: this.known.n, log: this.known.log }),
        hear: (message) => this.hear(message),
        changed: (link, why) => {
          this.link = link;
          this.why = why;
        },
      },
      undefined,
      undefined,
      as,
    );
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
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
  }

  // what is shown

  get view(): View {
    const view = this.advanced ?? this.state.position?.view;
    if (!view) throw new Error("no match is being played");
    return view;
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

  get hint(): Hint | null {
    return this.hints?.[0] ?? null;
  }

  get fresh(): AnyEvent[] {
    const events = freshEvents(this.state.lines, this.seat, this.state.position?.view.table.players ?? 0);
    return this.step ? [...events, this.step] : events;
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
    if (this.busy) this.queue.flush();
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

  /** Show all that waits at once. */
  skip(): void {
    this.queue.flush();
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
      case "pong":
      case "presence":
      case "resumed":
      case "warning":
        this.state = reduce(this.state, message);
        if (message.t === "warning" && message.seat === this.seat) announce(m.time_low());
        break;
      default:
    }
  }

  private pauseFor(event: AnyEvent, message: FromServer, waiting: number): number {
    if (document.hidden || this.isSilent || !this.game) return 0;
    const body = message.t === "event" ? message.body : null;
    if (body?.kind === "played" && body.bot === null && body.seat === this.seat && event === body.events[0]) return 0; // own
    const weight = (this.game.weight?.(event) ?? 1) * (event.seat === this.seat ? OWN : 1);
    return (STEP * weight * settings.pace) / Math.max(1, waiting / 4);
  }

  private showStep(event: AnyEvent, deal: boolean): void {
    const view = this.advanced ?? this.state.position?.view;
    if (!view || !this.game) return;
    if (!deal) this.theatre?.before(event);
    this.step = event;
    if (!deal) this.advanced = this.game.advance?.(view, event, this.say) ?? view;
    this.announceStep(event);
    if (!deal) this.theatre?.after(event);
  }

  private async showAll(message: FromServer): Promise<void> {
    if (message.t === "welcome") {
      this.game ??= await load(message.table.settings.game);
      this.say.seat = message.seat;
    }
    const single = isDeal(message) ? null : singleStep(message);
    const told = this.step !== null;
    if (single && !told) this.theatre?.before(single);
    this.state = reduce(this.state, message);
    this.say.seat = this.state.seat;
    this.step = null;
    this.advanced = null;
    if (message.t === "event" && message.body && "position" in message.body) this.forbidden = this.hints = null;
    if (isDeal(message)) this.hush();
    if (single && !told) {
      this.announceStep(single);
      this.theatre?.after(single);
    }
  }

  /** Say a step to those who listen. */
  private announceStep(event: AnyEvent): void {
    if (this.isSilent) return;
    const words = this.game?.words.event(event, this.say);
    if (words) announce(m.did({ name: this.nameOf(event.seat), what: words }));
    const noise = this.game?.sound?.(event);
    if (noise) sound(noise);
  }
}

/** The one step of a message that has just one. */
function singleStep(message: FromServer): AnyEvent | null {
  const body = message.t === "event" ? message.body : null;
  return body && "events" in body && body.events.length === 1 ? (body.events[0] ?? null) : null;
}
