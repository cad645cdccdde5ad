/**
 * A replay on its page: which round and view is loaded, where one is in it, and whether it runs by
 * itself. Steps go on over the borders of rounds.
 */
import { load as loadGame } from "$games";
import { api, Refusal } from "$lib/net/api";
import { answer } from "$lib/play/announce";
import { errorText, problemText } from "$lib/words/errors";
import type { Replay } from "$lib/wire";
import { m } from "$words";
import { keepFile, keptFile, wrongStep } from "./matchfile";
import { addressOf, FILE, indexOf, wishOf } from "./replay";
import { Player } from "./replay.svelte";

/** Where to be in a round that was loaded: the number of a step. */
type Where = (replay: Replay) => number;
const first: Where = () => 0;
const end: Where = (replay) => replay.frames.length - 1;

export class Show {
  player = $state.raw<Player | null>(null);
  isRunning = $state(false);
  speed = $state(1);
  isLoading = $state(false);
  /** What went wrong, in words. */
  problem = $state<string | null>(null);
  readonly isFile: boolean;
  private file: string | null;

  /** Make it while a component is set up. `id` is a table, or `FILE` for a match from a file. */
  constructor(private readonly id: string) {
    this.isFile = id === FILE;
    this.file = this.isFile ? keptFile() : null;
    $effect(() => {
      if (!this.isRunning || this.isLoading || !this.player) return;
      void this.player.at;
      const timer = setTimeout(() => this.onward(), this.player.pause / this.speed);
      return () => clearTimeout(timer);
    });
  }

  /** The address of the step that is shown. */
  get address(): string | null {
    if (!this.player) return null;
    const { data, frame } = this.player;
    return addressOf(this.id, data.round, frame.position.ply, data.seat);
  }

  /** Load what an address asks for: the part of it from `?` on. */
  begin(search: string): void {
    const wish = wishOf(search);
    if (!this.isFile || this.file !== null)
      void this.show(wish.round, wish.seat, (replay) => indexOf(replay.frames, wish.ply));
  }

  /** Load a match from the text of a file. */
  open(text: string): void {
    keepFile(text);
    this.file = text;
    this.player = null;
    void this.show(1, null, first);
  }

  /** Load another round, from its beginning. */
  showRound(round: number): void {
    if (this.player) void this.show(round, this.player.data.seat, first);
  }

  /** Load the same step as somebody else saw it: a seat, `all` or `spectator`. */
  showView(view: string): void {
    const { player } = this;
    if (player) void this.show(player.data.round, view, () => player.at);
  }

  /** Go to any step of the match, as somebody saw it; resolves when it is there and told. */
  async seek(round: number, ply: number, seat: string): Promise<void> {
    const { player } = this;
    const where: Where = (replay) => indexOf(replay.frames, ply);
    if (player?.data.round === round && player.data.seat === seat) this.go(where(player.data));
    else {
      this.isRunning = false;
      await this.show(round, seat, where);
    }
  }

  /** Go to a step of this round. */
  go(index: number): void {
    this.isRunning = false;
    this.player?.go(index);
  }

  last(): void {
    if (this.player) this.go(this.player.last);
  }

  back(): void {
    this.isRunning = false;
    const { player } = this;
    if (!player || this.isLoading) return;
    if (player.at > 0) player.go(player.at - 1);
    else if (player.data.round > 1) void this.show(player.data.round - 1, player.data.seat, end);
  }

  forward(): void {
    this.isRunning = false;
    this.onward();
  }

  /** Let it run, from the beginning of the round if it is at the end of the match; or stop it. */
  run(): void {
    const { player } = this;
    if (!player) return;
    if (!this.isRunning && player.at === player.last && player.data.round === player.data.dealt) player.go(0);
    this.isRunning = !this.isRunning;
  }

  /** Do what a key is for: arrows, Home and End anywhere, the space bar where it presses nothing. */
  keydown(event: KeyboardEvent): void {
    if (!this.player || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, select, textarea, dialog, [role="toolbar"]')) return;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.forward(),
      Home: () => this.go(0),
      End: () => this.last(),
    };
    if (!target?.closest("button, a, [tabindex='0']")) keys[" "] = () => this.run();
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private onward(): void {
    const { player } = this;
    if (!player || this.isLoading) return;
    if (player.at < player.last) player.go(player.at + 1);
    else if (player.data.round < player.data.dealt) void this.show(player.data.round + 1, player.data.seat, first);
    else this.isRunning = false;
  }

  /** Load a round and show it at the step that `where` gives. */
  private async show(round: number, seat: string | null, where: Where): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    this.problem = null;
    try {
      const replay = await this.fetch(round, seat);
      const { player } = this;
      const game = player?.data.game === replay.game ? player.game : await loadGame(replay.game);
      if (this.player?.game === game) this.player.show(replay, where(replay));
      else this.player = new Player(game, replay, where(replay));
      this.player.tell();
    } catch (error) {
      this.isRunning = false;
      this.problem = this.explained(error);
      answer(this.problem);
    } finally {
      this.isLoading = false;
    }
  }

  /**
   * A round from the server. Asks again for the usual view, or the first round, where somebody's
   * link leads to one that the match does not have, or not yet.
   */
  private async fetch(round: number, seat: string | null): Promise<Replay> {
    const ask = (round: number, seat: string | null) =>
      this.isFile ? api.replayFile(this.file ?? "", round, seat) : api.replay(this.id, round, seat);
    try {
      return await ask(round, seat);
    } catch (error) {
      if (!(error instanceof Refusal) || (seat === null && round === 1)) throw error;
      const { error: key, field } = error.problem;
      if (key !== "own_seat_only" && (key !== "bad_field" || field === "body")) throw error;
      return field === "round" ? ask(1, seat) : ask(round, null);
    }
  }

  private explained(error: unknown): string {
    if (!(error instanceof Refusal) || !this.isFile) return problemText(error);
    const { error: key, field } = error.problem;
    const step = wrongStep(field);
    if (key === "bad_log" && step !== null) return `${m.error_bad_log()} ${m.error_bad_step({ step })}`;
    return key === "bad_field" ? m.error_no_match_file() : errorText(key);
  }
}
