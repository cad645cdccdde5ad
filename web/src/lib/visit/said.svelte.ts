/** What others at the table have just said: read out, and noted on the screen for a while. */
import { m } from "$words";
import { announce } from "$lib/play/announce";
import { muted, unread } from "$lib/table/chat.svelte";
import type { Said } from "$lib/table/reducer";
import type { Table } from "$lib/table/table.svelte";

const NOTE = 7000; // milliseconds that a note is seen

/**
 * Call it while a component is set up. New lines of others are read out, wherever one is at the
 * table; not those from before one came, nor of somebody who is muted.
 */
export function readOutChat(table: Table): void {
  let heard: number | null = null; // the last line that was told, or was there before
  $effect(() => {
    if (!table.state.table) return;
    const last = table.state.said.findLast((line) => !muted.has(line.person));
    if (heard !== null && last && last.n > heard && last.person !== table.state.person)
      announce(m.says({ name: last.name, text: last.text }));
    heard = Math.max(heard ?? 0, last?.n ?? 0);
  });
}

/** The lines that wait to be read, and a note of the newest. */
export class JustSaid {
  /** The line to show now; what was said before one came is only counted. */
  note = $state.raw<Said | null>(null);
  private newest: number;

  /** Make it while a component is set up. */
  constructor(private readonly table: Table) {
    this.newest = table.state.said.at(-1)?.n ?? 0;
    $effect(() => {
      const last = this.waiting.at(-1);
      if (!last) this.note = null;
      if (!last || last.n <= this.newest) return;
      this.newest = last.n;
      this.note = last;
    });
    $effect(() => {
      if (!this.note) return;
      const timer = setTimeout(() => this.dismiss(), NOTE);
      return () => clearTimeout(timer);
    });
  }

  /** What others said and was not read yet; nothing at a table without chat. */
  get waiting(): Said[] {
    const { table, said, person } = this.table.state;
    return table?.settings.chat ? unread(this.table.id, said, person) : [];
  }

  dismiss(): void {
    this.note = null;
  }
}
