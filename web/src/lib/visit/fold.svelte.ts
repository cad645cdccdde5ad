/** While a big screen shows the table, a phone can show its hand alone. */
import { keep, recall } from "$lib/person/kept";
import type { Table } from "$lib/table/table.svelte";

export class Fold {
  private wanted = $state(recall<boolean>("folded", false));

  constructor(private readonly table: Table) {}

  /** A big screen is there, and the viewer has a hand to look at. */
  get isOffered(): boolean {
    const { state, seat } = this.table;
    return state.screens > 0 && seat !== null && state.position !== null && state.table?.status === "playing";
  }

  get isWanted(): boolean {
    return this.isOffered && this.wanted;
  }

  /** Only the hand is shown now. Whoever has to tap something on the table sees it while they are asked. */
  get isFolded(): boolean {
    const position = this.table.state.position;
    if (!this.isWanted || !position || position.between_rounds) return false;
    return !this.table.isAsked || (this.table.game?.fromHand ?? false);
  }

  choose(folded: boolean): void {
    this.wanted = folded;
    keep("folded", folded);
  }
}
