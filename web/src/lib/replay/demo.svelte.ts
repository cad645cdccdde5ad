/** A real match that plays by itself on the start page: part of a round, over and over, in silence. */
import type { Game } from "$games/game";
import type { Replay } from "$lib/wire";
import { Player } from "./replay.svelte";

const REST = 2500; // milliseconds before it begins again

export class Demo extends Player {
  isRunning = $state(false);

  /** Make it while a component is set up. `mayRun` is false while nobody looks. */
  constructor(game: Game, data: Replay, mayRun: () => boolean) {
    super(game, data, 0);
    $effect(() => {
      if (!this.isRunning || !mayRun()) return;
      const end = this.at === this.last;
      const timer = setTimeout(() => this.go(end ? 0 : this.at + 1), end ? REST : this.pause);
      return () => clearTimeout(timer);
    });
  }

  /** Nobody is told what happens there: it is only a picture. */
  override tell(): void {}
}
