/** The one plain line above the own cards, and the answers to what was tried or asked. */
import { untrack } from "svelte";
import { announce, answer } from "$lib/play/announce";
import { play as sound } from "$lib/play/sound";
import { ruleText } from "$lib/rulebook/rulebook";
import type { Told } from "$lib/table/desk";
import { stepsText } from "$lib/table/notes";
import type { Table } from "$lib/table/table.svelte";
import type { AnyMove } from "$lib/wire";
import { tongue } from "$lib/words/language.svelte";
import { m } from "$words";

/** What happens just now, what is asked, or who is waited for. */
export function questionText(table: Table): string {
  const { position } = table.state;
  const words = table.game?.words;
  if (!position || !words) return "";
  if (table.step) {
    const did = stepsText([...table.beat], words, table.say);
    if (did) return m.did({ name: table.nameOf(table.step.seat), what: did });
  }
  if (position.winners.length) return m.match_over();
  if (position.between_rounds) return m.round_over();
  if (table.isAsked) return m.your_turn_ask({ what: words.ask(position.view, table.say) });
  if (table.turn === null) return "";
  if (table.turn === table.seat) return m.your_turn();
  const name = table.nameOf(table.turn);
  return table.isAway(table.turn) ? m.waits_for_away({ name }) : m.waits_for({ name });
}

/**
 * Call it while a component is set up. A turn of the viewer's is heard when it begins, once, and
 * not again for every card of it.
 */
export function announceTurn(table: Table): void {
  let asked = false;
  $effect(() => {
    if (table.isAsked && !asked && !table.isLesson) {
      sound("turn");
      announce(untrack(() => questionText(table)));
    }
    asked = table.isAsked;
  });
}

/** What is told besides: why something may not be done, or what something is. */
export class Explanation {
  note = $state.raw<Told | null>(null);

  /** Make it while a component is set up. */
  constructor(private readonly table: Table) {
    $effect(() => {
      const { forbidden } = table;
      this.note = table.told;
      if (!forbidden?.rule) return;
      const { rule, move } = forbidden;
      void untrack(() => this.whyText(rule, move)).then((why) => {
        if (table.forbidden !== forbidden) return; // something else was tried meanwhile
        this.note = { text: m.not_now({ why }), rule };
        answer(this.note.text);
      });
    });
  }

  /** The game's own sentence against a move, else the rulebook's. */
  private async whyText(rule: string, move: AnyMove | null): Promise<string> {
    const { game, say } = this.table;
    const { table, position } = this.table.state;
    if (rule === "AL-3") return m.not_your_turn();
    const own = move && position && game?.words.why?.(rule, move, position.view, say);
    return own ?? ruleText(table?.settings.game ?? "", rule, tongue.now);
  }
}
