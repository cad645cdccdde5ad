/**
 * One position to be decided anew: a puzzle, an own mistake. Any move that is right solves it; a wrong
 * one is answered by what is to be said about it; after two, the best one is shown.
 */
import { answer } from "$lib/play/announce";
import type { Happened, LiveSpot, Reason } from "$lib/wire";
import { m } from "$words";
import { Exercise } from "./exercise.svelte";
import { stepOf } from "./lesson";

const TRIES = 2;

/** How a spot was decided: the first move that was tried, and whether the answer was found. */
export interface Outcome {
  right: boolean;
  /** Wrong tries before. */
  tries: number;
  action: number | null;
}

interface Wishes {
  /** What is asked; a usual question if it is not said. */
  ask?: () => string;
  /** What is said first of a wrong move; a usual sentence if it is not said. */
  wrong?: (action: number, move: string) => string;
  /** What the seat has heard before. */
  before?: readonly Happened[];
  /** Called once, when it is decided. */
  decided?: (outcome: Outcome) => void;
}

export class Spot extends Exercise {
  /** How it was decided; null until then. */
  outcome = $state.raw<Outcome | null>(null);
  private first: number | null = null;

  constructor(
    readonly spot: LiveSpot,
    private readonly wishes: Wishes = {},
  ) {
    super(spot.game, [stepOf(spot)], wishes.before);
  }

  protected get saying(): string {
    if (this.outcome?.right) return [m.lesson_right(), ...this.because].join(" ");
    if (this.outcome) return this.answerText;
    return this.wishes.ask?.() ?? m.spot_ask();
  }

  protected get expected(): number {
    return this.spot.best;
  }

  protected about(action: number): string {
    const said = this.phrases(this.spot.others[String(action)] ?? []);
    const last = this.tries + 1 >= TRIES;
    const wrong = this.wishes.wrong?.(action, this.moveText(action)) ?? m.spot_wrong();
    return [wrong, said && m.spot_about({ why: said }), last ? "" : m.spot_again()].filter(Boolean).join(" ");
  }

  /** What the rules forbid is no try. */
  protected missed(action: number | null): void {
    if (action === null) return;
    this.first ??= action;
    if (++this.tries >= TRIES) this.giveUp();
  }

  protected solved(action: number): void {
    this.first ??= action;
    this.isShown = false;
    this.end(true);
  }

  /** Show the answer; it counts as not found. */
  override askHint(): Promise<void> {
    if (!this.isDone) {
      this.hush();
      this.giveUp();
      answer(this.answerText);
    }
    return Promise.resolve();
  }

  /** The best move, and why, in words. */
  get answerText(): string {
    const move = this.moveText(this.spot.best);
    return move && [m.spot_answer({ move }), ...this.because].join(" ");
  }

  /** A move of this position in words. */
  private moveText(action: number): string {
    const { view } = this.spot.position;
    const choice = view.choices.find((one) => one.action === action);
    return choice && this.game ? this.game.words.move(choice.move, this.say, view) : "";
  }

  private giveUp(): void {
    this.isShown = true;
    this.end(false);
  }

  private end(right: boolean): void {
    this.isDone = true;
    this.outcome = { right, tries: this.tries, action: this.first };
    this.wishes.decided?.(this.outcome);
  }

  private get because(): string[] {
    const said = this.phrases(this.spot.why);
    return said ? [m.review_why({ why: said })] : [];
  }

  private phrases(reasons: readonly Reason[]): string {
    return reasons.flatMap((reason) => this.game?.words.reason(reason) ?? []).join(", ");
  }
}
