/** How the house is kept: a game is named in its own folder alone, and no room is crowded. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { NAMES, titleOf } from "$games";

const ROOT = process.cwd();
const MOST = 12; // files side by side

/** The files below a folder of web/, as paths from there. */
const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.startsWith("src/paraglide/"));

const escaped = (text: string) => text.replace(/[^\w ]/g, "\\$&");
const mentions = (text: string, name: string) => new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`, "i").test(text);

describe("a game", () => {
  const texts = ["index.html", "vite.config.ts", ...["src", "tests", "scripts", "messages", "public"].flatMap(filesIn)]
    .filter((path) => /\.(ts|js|svelte|css|html|json|webmanifest|svg)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

  it("is found by its folder", () => expect(NAMES.length).toBeGreaterThan(4));

  it.each(NAMES)("%s is named in its own folder alone", (game) => {
    const outside = texts.filter(({ path }) => !path.startsWith(`src/games/${game}/`));
    const naming = outside.filter(({ path, text }) =>
      [game, titleOf(game)].some((name) => mentions(path, name) || mentions(text, name)),
    );
    expect(naming.map(({ path }) => path)).toEqual([]);
  });
});

it("no folder has more than a dozen files, tests aside", () => {
  const counts = new Map<string, number>();
  for (const path of filesIn("src").filter((one) => !one.endsWith(".test.ts")))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > MOST)).toEqual([]);
});
