// Checks the messages: every language has each of them with the same places for values, and each is
// used; a game's own only by that game.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { BASE, gameFolders, LOCALES, messageFolders, ROOT } from "./project.js";

const problems = [];
const folderOf = new Map(); // of each message

const inputs = (message) => {
  const text = typeof message === "string" ? message : JSON.stringify(message.map((one) => one.match));
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort().join(" ");
};
const texts = (message) =>
  typeof message === "string" ? [message] : message.flatMap((one) => Object.values(one.match));

function read(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), "utf8"));
  } catch (error) {
    problems.push(`${path}: ${error.message}`);
    return {};
  }
}

for (const folder of messageFolders()) {
  const files = LOCALES.map((locale) => [`${folder}/${locale}.json`, read(`${folder}/${locale}.json`)]);
  const base = read(`${folder}/${BASE}.json`);
  for (const [path, messages] of files) {
    for (const key of Object.keys(base)) if (!(key in messages)) problems.push(`${path}: "${key}" is missing`);
    for (const [key, message] of Object.entries(messages)) {
      if (!(key in base)) problems.push(`${path}: "${key}" is not in ${BASE}`);
      else if (inputs(message) !== inputs(base[key]))
        problems.push(`${path}: "${key}" has {${inputs(message)}}, not {${inputs(base[key])}}`);
      if (texts(message).some((text) => !text.trim())) problems.push(`${path}: "${key}" is empty`);
    }
  }
  for (const key of Object.keys(base)) {
    if (folderOf.has(key)) problems.push(`"${key}" is both in ${folderOf.get(key)} and in ${folder}`);
    folderOf.set(key, folder);
  }
}

const games = gameFolders();
const used = new Set();
for (const entry of readdirSync(join(ROOT, "src"), { recursive: true, withFileTypes: true })) {
  const path = relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/");
  if (path.startsWith("src/paraglide/") || !/\.(svelte|ts)$/.test(path) || path.endsWith(".test.ts")) continue;
  for (const [, key] of readFileSync(join(ROOT, path), "utf8").matchAll(/\bm\.(\w+)\b/g)) {
    used.add(key);
    const folder = folderOf.get(key);
    const owner = folder && games.find((game) => folder.startsWith(`${game}/`));
    if (!folder) problems.push(`${path}: m.${key} is used and not written`);
    else if (owner && !path.startsWith(`${owner}/`)) problems.push(`${path}: m.${key} belongs to ${owner}`);
  }
}
for (const key of folderOf.keys()) if (!used.has(key)) problems.push(`"${key}" is never used`);

if (problems.length) {
  console.error(problems.join("\n"));
  process.exit(1);
}
