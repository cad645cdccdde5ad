/**
 * A position as a live decision: a real table that a teacher answers instead of a server. Lessons,
 * puzzles and own mistakes are exercises.
 */
import { answer } from "$lib/play/announce";
import { play as sound } from "$lib/play/sound";
import { Table } from "$lib/table/table.svelte";
import type { AnyMove, Happened, Hint } from "$lib/wire";
import { Teacher, type LessonStep } from "./lesson";

export abstract class Exercise extends Table {
  override readonly isLesson: boolean = true;
  /** The number of the step. */
  at = $state(0);
  /** It is decided: nothing is asked here any more. */
  isDone = $state(false);
  /** The expected move is shown. */
  isShown = $state(false);
  protected tries = 0;
  protected readonly teacher: Teacher;

  constructor(
    game: string,
    readonly taught: readonly LessonStep[],
    before: readonly Happened[] = [],
  ) {
    const teacher = new Teacher(game, taught, before);
    super("lesson", {}, (listener) => teacher.meet(listener));
    this.teacher = teacher;
  }

  /** Set the table for the first step. */
  begin(): void {
    this.teacher.show(0);
  }

  /** What is said in place of the question; null while steps are shown. */
  get said(): string | null {
    return this.busy || this.sending || !this.isPlaying ? null : this.saying;
  }

  /** What is said once nothing moves. */
  protected abstract get saying(): string;

  /** The move that is meant. */
  protected abstract get expected(): number;

  /** What is told about a move that is allowed but not right. */
  protected abstract about(action: number): string;

  /** Something was tried that is not right, or not allowed. */
  protected abstract missed(action: number | null): void;

  /** The right move was made. */
  protected abstract solved(action: number): void;

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
    if (!this.isShown || !(this.isAsked || this.isDone)) return null;
    const choice = this.view.choices.find(({ action }) => action === this.expected);
    return choice ? { ...choice, win: 0, win_error: 0, points: 0, points_error: 0, gap_error: 0, reasons: [] } : null;
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
      this.tell({ text: this.about(action), rule: null });
      this.missed(action);
      return;
    }
    super.play(action);
    this.solved(action);
  }

  override whyNot(move: AnyMove, place: string): void {
    if (this.isDone) return;
    super.whyNot(move, place);
    this.missed(null);
  }

  override undo(): void {}

  protected get task(): LessonStep {
    return this.teacher.steps[this.at]!;
  }
}
