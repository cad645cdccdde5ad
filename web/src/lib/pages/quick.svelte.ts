/** What "Play now" begins with: the game that was played last here, and how good the bots are. */
import { keep, recall } from "$lib/person/kept";
import { LEVELS } from "$lib/words/levels";

/** The levels that are asked for on the start page; the lobby has all of them. */
export const OFFERED = ["easy", "casual", "strong", "expert"] as const;
const USUAL = "casual";

class Quick {
  /** The level of bots that nobody has chosen one by one. */
  level = $state(readLevel());
  private last = $state(recall<string>("game", ""));

  /** The game that is offered first: the last one, if this page still has it. */
  game(names: readonly string[]): string {
    return names.includes(this.last) ? this.last : (names[0] ?? "");
  }

  chooseGame(game: string): void {
    this.last = game;
    keep("game", game);
  }

  chooseLevel(level: string): void {
    this.level = level;
    keep("level", level);
  }
}

function readLevel(): string {
  const kept = recall<string>("level", USUAL);
  return LEVELS.includes(kept) ? kept : USUAL;
}

export const quick = new Quick();
