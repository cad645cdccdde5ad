/**
 * All games: each folder here with a `facts.ts` is one. Everything but its facts is loaded when it
 * is first needed.
 */
import type { LessonStep } from "$lib/learn/lesson";
import type { Replay } from "$lib/wire";
import type { Facts, Figures, Game, OptionWords } from "./game";

const FACTS = import.meta.glob<Facts>("./*/facts.ts", { eager: true, import: "facts" });
const GAMES = import.meta.glob<Game>("./*/index.ts", { import: "default" });
const OPTIONS = import.meta.glob<OptionWords>("./*/options.ts", { import: "default" });
const DEMOS = import.meta.glob<Replay>("./*/demo/match.json", { import: "default" });
const LESSONS = import.meta.glob<LessonStep[]>("./*/lessons/*.json", { import: "default" });
const FIGURES = import.meta.glob<Figures>("./*/figures/index.ts", { import: "default" });

const folderOf = (path: string): string => path.split("/")[1] ?? "";
const facts = new Map(Object.entries(FACTS).map(([path, one]) => [folderOf(path), one]));

/** The names of all games, in the order in which they are offered. */
export const NAMES: readonly string[] = [...facts]
  .sort(([, a], [, b]) => a.order - b.order || a.title.localeCompare(b.title))
  .map(([name]) => name);

/** What is known of a game before it is loaded. Only for one of `NAMES`. */
export function factsOf(name: string): Facts {
  const known = facts.get(name);
  if (!known) throw new Error(`no game ${name}`);
  return known;
}

/** The title of a game; its name if this page is older than the server. */
export const titleOf = (name: string): string => facts.get(name)?.title ?? name;

/** A game's words and drawings. */
export async function load(name: string): Promise<Game> {
  const game = GAMES[`./${name}/index.ts`];
  if (!game) throw new Error(`no game ${name}`);
  return game();
}

/** Part of a match for the start page; null if the game has none. */
export async function loadDemo(name: string): Promise<Replay | null> {
  return (await DEMOS[`./${name}/demo/match.json`]?.()) ?? null;
}

/** The names of a game's lessons, in their order; none for a game without. */
export const lessonsOf = (name: string): string[] =>
  Object.keys(LESSONS)
    .filter((path) => folderOf(path) === name)
    .map((path) => path.slice(path.lastIndexOf("/") + 1, -".json".length))
    .sort();

/** A lesson of a game; null if there is none of this name. */
export async function loadLesson(name: string, lesson: string): Promise<LessonStep[] | null> {
  return (await LESSONS[`./${name}/lessons/${lesson}.json`]?.()) ?? null;
}

/** A game's options in words; null if it has none. */
export async function loadOptions(name: string): Promise<OptionWords | null> {
  return (await OPTIONS[`./${name}/options.ts`]?.()) ?? null;
}

/**
 * How the examples in a game's rulebook are drawn; the common way for a game that says nothing
 * about it.
 */
export async function loadFigures(name: string): Promise<Figures> {
  return (await FIGURES[`./${name}/figures/index.ts`]?.()) ?? {};
}
