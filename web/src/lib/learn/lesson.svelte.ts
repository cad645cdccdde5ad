/**
 * A lesson at its table: which step is asked for, what is said there, and what happens when it is
 * done. The table is a real one; a teacher answers it instead of a server.
 */
import { answer } from "$lib/play/announce";
import { play as sound } from "$lib/play/sound";
import { Table } from "$lib/table/table.svelte";
import type { AnyMove, Hint } from "$lib/wire";
import { m } from "$words";
import { Teacher, type LessonStep } from "./lesson";
import type { LessonWords, StepWords } from "./words";

const ENOUGH = 2; // wrong tries before the answer is shown

export class Lesson extends Table {
  override readonly isLesson: boolean = true;
  /** The number of the step. */
  at = $state(0);
  /** The step is done; the next one begins elsewhere, or there is none. */
  isDone = $state(false);
  /** All steps are done. */
  isOver = $state(false);
  /** The expected move is shown. */
  isShown = $state(false);
  private tries = 0;
  private readonly teacher: Teacher;

  constructor(
    game: string,
    readonly taught: readonly LessonStep[],
    private readonly words: () => LessonWords,
  ) {
    const teacher = new Teacher(game, taught);
    super("lesson", {}, (listener) => teacher.meet(listener));
    this.teacher = teacher;
  }

  /** Set the table for the first step. */
  begin(): void {
    this.teacher.show(0);
  }

  get title(): string {
    return this.words().title;
  }

  get farewell(): string {
    return this.words().end;
  }

  /** What is said now; null while steps of others are shown. */
  get said(): string | null {
    if (this.busy || this.sending || !this.isPlaying) return null;
    return this.named(this.isDone ? (this.stepWords.done ?? m.lesson_right()) : this.stepWords.ask);
  }

  /** Only the learner's own step is left to do. */
  override get mayAct(): boolean {
    return super.mayAct && !this.isDone;
  }

  override get isAsked(): boolean {
    return super.isAsked && !this.isDone;
  }

  /** Nobody is waited for: the bots of a lesson play at once. */
  override get canSkip(): boolean {
    return this.busy;
  }

  override get hasTakenHint(): boolean {
    return true;
  }

  override get hint(): Hint | null {
    if (!this.isShown || !this.isAsked) return null;
    const expected = Number(Object.keys(this.task.then)[0]);
    const choice = this.view.choices.find(({ action }) => action === expected);
    return choice ? { ...choice, win: 0, win_error: 0, points: 0, points_error: 0, reasons: [] } : null;
  }

  /** Show what is meant. */
  override askHint(): Promise<void> {
    this.hush();
    this.isShown = true;
    const { hint, game } = this;
    if (hint && game) answer(game.words.move(hint.move, this.say, this.view));
    return Promise.resolve();
  }

  override play(action: number): void {
    if (this.isDone || this.sending) return;
    if (!(String(action) in this.task.then)) {
      sound("no");
      this.selected = null;
      this.tell({ text: this.named(this.stepWords.other ?? m.lesson_other()), rule: null });
      this.missed();
      return;
    }
    this.isShown = false;
    this.tries = 0;
    super.play(action);
    if (this.taught[this.at + 1]?.position === null) this.at = ++this.teacher.at;
    else this.isDone = true;
  }

  override whyNot(move: AnyMove, place: string): void {
    if (this.isDone) return;
    super.whyNot(move, place);
    this.missed();
  }

  override undo(): void {}

  /** Go on to the next step, or to the end. */
  next(): void {
    if (!this.isDone) return;
    this.hush();
    if (this.at + 1 === this.taught.length) {
      this.isOver = true;
      return;
    }
    this.at += 1;
    this.isDone = false;
    this.teacher.show(this.at);
  }

  /** A sentence with the names of seats in it. */
  private named(text: string): string {
    return text.replace(/\{seat(\d)\}/g, (_, seat: string) => this.nameOf(Number(seat)));
  }

  private missed(): void {
    if (++this.tries >= ENOUGH) this.isShown = true;
  }

  private get task(): LessonStep {
    return this.teacher.steps[this.at]!;
  }

  private get stepWords(): StepWords {
    return this.words().steps[this.task.key] ?? { ask: "" };
  }
}
