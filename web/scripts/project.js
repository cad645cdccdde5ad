// Finds the files of messages and writes project.inlang/settings.json, from which Paraglide reads
// them. Nothing lists the files: `messages` holds the common ones, each game has its own beside its
// board (src/games/<game>/messages).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const LOCALES = ["en", "de", "nl", "fr", "is"];
export const BASE = "en";

const foldersIn = (path) =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${path}/${entry.name}`)
    .sort();

/** The games: folders of src/games, as paths from web/. */
export const gameFolders = () => foldersIn("src/games");

/** Every folder of messages, as paths from web/. */
export const messageFolders = () =>
  ["messages", ...foldersIn("messages"), ...gameFolders().map((game) => `${game}/messages`)].filter((folder) =>
    existsSync(join(ROOT, folder, `${BASE}.json`)),
  );

/**
 * Write the settings if they differ from what lies there: a watching build would start again for
 * nothing.
 */
export function writeProject() {
  const path = join(ROOT, "project.inlang/settings.json");
  const settings = {
    baseLocale: BASE,
    locales: LOCALES,
    telemetry: "off",
    modules: ["./node_modules/@inlang/plugin-message-format/dist/index.js"],
    "plugin.inlang.messageFormat": { pathPattern: messageFolders().map((folder) => `./${folder}/{locale}.json`) },
  };
  const text = `${JSON.stringify(settings, null, 2)}\n`;
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
