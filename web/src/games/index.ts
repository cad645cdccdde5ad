/** All games. Each is loaded when it is first needed. */
import type { Game } from "./game";

export const GAMES = {
  elfer_raus: { title: "Elfer raus!", usual: 4, load: () => import("./elfer_raus") },
  elevens: { title: "11 Elevens", usual: 3, load: () => import("./elevens") },
  jatten: { title: "Jatten", usual: 3, load: () => import("./jatten") },
  start11: { title: "11!", usual: 3, load: () => import("./start11") },
  nimmt11: { title: "11 nimmt!", usual: 4, load: () => import("./nimmt11") },
} satisfies Record<string, { title: string; usual: number; load: () => Promise<unknown> }>;

export type GameName = keyof typeof GAMES;
export const NAMES = Object.keys(GAMES) as GameName[];

export const isGame = (name: string): name is GameName => Object.hasOwn(GAMES, name);

/** The title of a game; its name if this page is older than the server. */
export const titleOf = (name: string): string => (isGame(name) ? GAMES[name].title : name);

/** A game's words and drawings. */
export async function load(name: string): Promise<Game> {
  if (!isGame(name)) throw new Error(`no game ${name}`);
  const found = (await GAMES[name].load()) as { default: unknown };
  return found.default as Game;
}
