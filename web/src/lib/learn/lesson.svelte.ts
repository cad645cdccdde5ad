/** A lesson at its table: which step is asked for, what is said there, and what comes next. */
import { m } from "$words";
import { Exercise } from "./exercise.svelte";
import type { LessonStep } from "./lesson";
import type { LessonWords, StepWords } from "./words";

const ENOUGH = 2; // wrong tries before the answer is shown

export class Lesson extends Exercise {
  /** All steps are done. */
  isOver = $state(false);

  constructor(
    game: string,
    taught: readonly LessonStep[],
    private readonly words: () => LessonWords,
  ) {
    super(game, taught);
  }

  get title(): string {
    return this.words().title;
  }

  get farewell(): string {
    return this.words().end;
  }

  protected get saying(): string {
    return this.named(this.isDone ? (this.stepWords.done ?? m.lesson_right()) : this.stepWords.ask);
  }

  protected get expected(): number {
    return Number(Object.keys(this.task.then)[0]);
  }

  protected about(): string {
    return this.named(this.stepWords.other ?? m.lesson_other());
  }

  protected missed(): void {
    if (++this.tries >= ENOUGH) this.isShown = true;
  }

  protected solved(): void {
    this.isShown = false;
    this.tries = 0;
    if (this.taught[this.at + 1]?.position === null) this.at = ++this.teacher.at;
    else this.isDone = true;
  }

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

  private get stepWords(): StepWords {
    return this.words().steps[this.task.key] ?? { ask: "" };
  }
}
