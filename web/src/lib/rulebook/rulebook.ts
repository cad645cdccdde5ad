/**
 * The rulebooks: loaded when they are first needed, one file a game and language. English where a
 * language lacks one.
 */
import type { Language } from "$lib/wire";

const BOOKS = import.meta.glob<string>("../../../../src/elftafel/games/*/rulebook/*.md", {
  query: "?raw",
  import: "default",
});
const COMMON = import.meta.glob<string>("../../../../src/elftafel/games/rulebook/*.md", {
  query: "?raw",
  import: "default",
});

async function text(
  files: Record<string, () => Promise<string>>,
  ending: (language: string) => string,
  language: Language,
): Promise<string> {
  for (const tongue of [language, "en"]) {
    const file = Object.keys(files).find((path) => path.endsWith(ending(tongue)));
    const load = file && files[file];
    if (load) return load();
  }
  return "";
}

/** A game's rulebook with what holds at every table, as Markdown. */
export async function rulebook(game: string, language: Language): Promise<string> {
  const [own, common] = await Promise.all([
    text(BOOKS, (tongue) => `/${game}/rulebook/${tongue}.md`, language),
    text(COMMON, (tongue) => `/games/rulebook/${tongue}.md`, language),
  ]);
  return `${own}\n\n${common}`;
}

const IDS = /(\[[A-Z]{2}-[^\]]*\])/;
const SHORT = 25; // letters; less before an id is only the end of a sentence

/** What a rulebook says before an id; empty if it is not there. */
export function ruleIn(book: string, rule: string): string {
  const wanted = new RegExp(`\\b${rule}\\b(?!\\d)`);
  for (const block of blocks(book)) {
    let said = "";
    for (const piece of block.split(IDS)) {
      if (!IDS.test(piece)) {
        const letters = piece.replace(/^[ .;:,]+|[ .;:,]+$/g, "");
        said = letters.length < SHORT ? said.trimEnd() + piece : piece.replace(/^[ .;:,]+/, "");
      } else if (wanted.test(piece)) {
        said = said.replace(/\*\*|`/g, "").trim();
        return said.charAt(0).toUpperCase() + said.slice(1);
      }
    }
  }
  return "";
}

/** Paragraphs and list items, each on one line; no headings and no drawn examples. */
export function blocks(book: string): string[] {
  return book
    .replace(/^(#|!\[).*$/gm, "\n")
    .split(/\n\s*\n|\n(?=\s*[-*] )/)
    .map((block) =>
      block
        .split(/\s+/)
        .join(" ")
        .trim()
        .replace(/^[-*] /, ""),
    )
    .filter((block) => block !== "");
}

export async function ruleText(game: string, rule: string, language: Language): Promise<string> {
  return ruleIn(await rulebook(game, language), rule);
}
