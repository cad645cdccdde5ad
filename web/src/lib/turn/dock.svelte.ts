/** Where a game's own question stands: in the place of the table's question, there it covers no card. */
import { untrack, type Snippet } from "svelte";

export class Dock {
  panels = $state.raw<readonly Snippet[]>([]);

  /** Show a panel until the returned function is called; the latest lies on top. */
  hold(panel: Snippet): () => void {
    this.panels = [...untrack(() => this.panels), panel]; // an effect that holds one does not follow the others
    return () => {
      this.panels = this.panels.filter((other) => other !== panel);
    };
  }
}
