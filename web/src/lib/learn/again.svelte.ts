/**
 * Own mistakes to look at again, one after the other: those that are due, or those of one match. Each
 * is a live decision; how it went is told to the server, which says when it comes back.
 */
import { load } from "$games";
import { api } from "$lib/net/api";
import { me } from "$lib/person/me.svelte";
import { problemText } from "$lib/words/errors";
import type { MistakeRow } from "$lib/wire";
import { m } from "$words";
import { Spot } from "./spot.svelte";

export class Again {
  /** What is to be done, in order. */
  list = $state.raw<MistakeRow[] | null>(null);
  at = $state(0);
  table = $state.raw<Spot | null>(null);
  /** How many were found. */
  found = $state(0);
  isOver = $state(false);
  /** What went wrong, in words. */
  problem = $state<string | null>(null);

  /** `match`: only the mistakes of that one. */
  constructor(private readonly match: string | null) {}

  get count(): number {
    return this.list?.length ?? 0;
  }

  async begin(): Promise<void> {
    try {
      await me.load();
      this.list = me.known ? (await api.mistakes(this.match)).mistakes : [];
      if (this.count) await this.show();
    } catch (error) {
      this.problem = problemText(error);
    }
  }

  /** Go on to the next one, or to the end. */
  async next(): Promise<void> {
    if (!this.table?.isDone) return;
    if (this.at + 1 >= this.count) {
      this.isOver = true;
      return;
    }
    this.at += 1;
    try {
      await this.show();
    } catch (error) {
      this.problem = problemText(error);
    }
  }

  close(): void {
    this.table?.close();
  }

  private async show(): Promise<void> {
    const row = this.list?.[this.at];
    if (!row) return;
    const again = await api.mistake(row.table, row.ply);
    const game = await load(again.spot.game);
    this.table?.close();
    const table: Spot = new Spot(again.spot, {
      ask: (): string => m.again_ask({ move: game.words.move(again.move, table.say, again.spot.position.view) }),
      decided: ({ right }) => void this.tell(row, right),
    });
    this.table = table;
    table.begin();
  }

  private async tell(row: MistakeRow, right: boolean): Promise<void> {
    if (right) this.found += 1;
    try {
      await api.triedAgain(row.table, row.ply, right);
    } catch (error) {
      this.problem = problemText(error);
    }
  }
}
