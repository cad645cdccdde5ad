/**
 * The first match of each game has a coach: the goal in one line, then a few tips, each at the first
 * decision where it matters. What was read, or played past, is not told again in this browser.
 */
import { untrack } from "svelte";
import type { Tip } from "$games/game";
import { answer } from "$lib/play/announce";
import { keep, recall } from "$lib/person/kept";
import { settings } from "$lib/person/settings.svelte";
import type { Table } from "$lib/table/table.svelte";

const KEY = "coached";
const ALL = "all";

/** What was told so far, as "game tip"; "game all" once a match of it was played out. */
const told = (): string[] => recall<string[]>(KEY, []);

/** Tell everything once more, of one game or of all. */
export const coachAnew = (game?: string): void =>
  keep(KEY, game === undefined ? [] : told().filter((one) => !one.startsWith(`${game} `)));

export class Coach {
  tip = $state.raw<Tip | null>(null);
  private ply: number | null = null;

  /** Make it while a component is set up. */
  constructor(private readonly table: Table) {
    $effect(() => {
      const { position } = table.state;
      const ply =
        settings.now.coach && !table.isLesson && table.seat !== null && table.isAsked ? (position?.ply ?? null) : null;
      const isOver = !table.isLesson && (position?.winners.length ?? 0) > 0;
      untrack(() => {
        if (this.tip && ply !== this.ply) this.read();
        if (isOver && table.seat !== null) this.note(ALL);
        this.ply = ply;
        if (!this.tip) this.speak();
      });
    });
  }

  /** The viewer has read it: the next one, if its moment is now. */
  dismiss(): void {
    this.read();
    this.speak();
  }

  private read(): void {
    if (this.tip) this.note(this.tip.key);
    this.tip = null;
  }

  private speak(): void {
    const { game } = this.table;
    const view = this.table.state.position?.view;
    if (this.ply === null || !game?.coach || !view) return;
    const known = told();
    if (known.includes(this.named(ALL))) return;
    this.tip = game.coach.find((tip) => !known.includes(this.named(tip.key)) && tip.when(view)) ?? null;
    if (this.tip) answer(this.tip.text());
  }

  private note(key: string): void {
    const known = told();
    if (!known.includes(this.named(key))) keep(KEY, [...known, this.named(key)]);
  }

  private named(key: string): string {
    return `${this.table.state.table?.settings.game ?? ""} ${key}`;
  }
}
