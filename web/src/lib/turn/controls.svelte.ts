/**
 * What the viewer can do besides touching cards: the main button and those beside it, undo, hints,
 * and the second yes that some moves need. Which moves there are is for the game to say.
 */
import type { Game } from "$games/game";
import { settings } from "$lib/person/settings.svelte";
import type { Table } from "$lib/table/table.svelte";
import type { Choice } from "$lib/wire";
import { m } from "$words";

export class Controls {
  /** The move that waits for a second yes. */
  sure = $state.raw<Choice | null>(null);

  /** The first hint of a match waits until the viewer knows what it means for the rating. */
  firstHint = $state(false);

  constructor(private readonly table: Table) {}

  /** The move of the main button; null while it can do nothing. */
  get main(): Choice | null {
    return this.game?.main?.(this.choices, this.table.selected) ?? null;
  }

  /** True while others play: the main button then goes straight to the own turn. */
  get skips(): boolean {
    return this.table.canSkip && settings.pace > 0;
  }

  /** True if pressing the main button does something now. */
  get mainWorks(): boolean {
    return this.skips || this.mainPlays;
  }

  /** True if the main button would make a move now. */
  get mainPlays(): boolean {
    return this.main !== null && this.table.mayAct;
  }

  /** True if the main button gives something up while other moves are left. */
  get isCalm(): boolean {
    return this.game?.quiet?.(this.choices) ?? false;
  }

  /** What the main button says. */
  get mainText(): string {
    if (this.skips) return m.skip_ahead();
    if (this.main) return this.textOf(this.main);
    const view = this.table.state.position?.view;
    return (view && this.game?.words.idle?.(view)) ?? m.end_turn();
  }

  /** Moves with buttons of their own. */
  get others(): Choice[] {
    return this.game?.others?.(this.choices) ?? [];
  }

  get canUndo(): boolean {
    return (this.table.state.position?.can_undo ?? false) && !this.table.busy;
  }

  get canAskHint(): boolean {
    return this.table.isAsked && !this.table.thinking;
  }

  textOf(choice: Choice): string {
    return this.game?.words.move(choice.move, this.table.say, this.table.state.position?.view) ?? "";
  }

  /** Make a move, or ask once more first. */
  play(choice: Choice): void {
    if (!this.table.mayAct) return;
    if (this.game?.asksTwice?.(choice.move)) this.sure = choice;
    else this.table.play(choice.action);
  }

  /** The second yes. */
  confirm(): void {
    if (this.sure) this.table.play(this.sure.action);
    this.sure = null;
  }

  cancel(): void {
    this.sure = null;
  }

  /** The main button is pressed. */
  pressMain(): void {
    if (this.skips) this.table.skip();
    else this.playMain();
  }

  /** Make the main button's move, or say what it waits for. */
  playMain(): void {
    const view = this.table.state.position?.view;
    const needs = view && this.game?.words.needs?.(view);
    if (this.main) this.play(this.main);
    else if (this.table.mayAct && needs) this.table.tell({ text: needs, rule: null });
  }

  /** Take the last step back, once all is shown; whoever may not is told why. */
  undo(): void {
    if (!this.table.busy) this.table.undo();
  }

  /** Ask for a hint; the first of a match is asked for by `takeHint`. */
  askHint(): void {
    if (!this.table.allowsHints || !this.table.isAsked) return;
    if (this.table.hasTakenHint) void this.table.askHint();
    else this.firstHint = true;
  }

  /** The viewer wants the first hint all the same. */
  takeHint(): void {
    this.firstHint = false;
    if (this.table.isAsked) void this.table.askHint();
  }

  private get game(): Game | null {
    return this.table.game;
  }

  private get choices(): Choice[] {
    return this.table.state.position?.view.choices ?? [];
  }
}
