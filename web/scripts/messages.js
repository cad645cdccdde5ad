// Every language has every message with the same places for values, and every message is used.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const settings = JSON.parse(readFileSync(join(root, "project.inlang/settings.json"), "utf8"));
const problems = [];
const seen = new Map();

const inputs = (message) => {
  const text = typeof message === "string" ? message : JSON.stringify(message.map((one) => one.match));
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]))].sort().join(" ");
};
const texts = (message) => (typeof message === "string" ? [message] : message.flatMap((one) => Object.values(one.match)));

for (const pattern of settings["plugin.inlang.messageFormat"].pathPattern) {
  const files = Object.fromEntries(
    settings.locales.map((locale) => {
      const path = pattern.replace("{locale}", locale);
      try {
        return [locale, JSON.parse(readFileSync(join(root, path), "utf8"))];
      } catch (error) {
        problems.push(`${path}: ${error.message}`);
        return [locale, {}];
      }
    }),
  );
  const base = files[settings.baseLocale];
  for (const [locale, messages] of Object.entries(files)) {
    const where = pattern.replace("{locale}", locale);
    for (const key of Object.keys(base)) if (!(key in messages)) problems.push(`${where}: "${key}" is missing`);
    for (const [key, message] of Object.entries(messages)) {
      if (key.startsWith("$")) continue;
      if (!(key in base)) problems.push(`${where}: "${key}" is not in ${settings.baseLocale}`);
      else if (inputs(message) !== inputs(base[key])) problems.push(`${where}: "${key}" has {${inputs(message)}}, not {${inputs(base[key])}}`);
      if (texts(message).some((text) => !text.trim())) problems.push(`${where}: "${key}" is empty`);
    }
  }
  for (const key of Object.keys(base)) {
    if (seen.has(key)) problems.push(`"${key}" is both in ${seen.get(key)} and in ${pattern}`);
    seen.set(key, pattern);
  }
}

function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name === "paraglide") continue;
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.(svelte|ts)$/.test(name) && !name.endsWith(".test.ts")) yield readFileSync(path, "utf8");
  }
}
const used = new Set([...sources(join(root, "src"))].flatMap((text) => [...text.matchAll(/\bm\.(\w+)\b/g)].map((found) => found[1])));
for (const key of seen.keys()) if (key !== "$schema" && !used.has(key)) problems.push(`"${key}" is never used`);
for (const key of used) if (!seen.has(key)) problems.push(`m.${key} is used and not written`);

if (problems.length) {
  console.error(problems.join("\n"));
  process.exit(1);
}
