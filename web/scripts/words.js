// Compiles the messages into src/paraglide, unless those there were made from the same ones. The
// checks, the build and the tests all need them; compiling takes some ten seconds.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "@inlang/paraglide-js";
import { LOCALES, messageFolders, ROOT, writeProject } from "./project.js";

const OUT = join(ROOT, "src/paraglide");
const STAMP = join(OUT, "made-from");

/**
 * How the messages are compiled; a development server does it itself, whenever one changes.
 * @type {import("@inlang/paraglide-js").CompilerOptions}
 */
export const CHOICES = {
  project: join(ROOT, "project.inlang"),
  outdir: OUT,
  strategy: ["globalVariable", "baseLocale"],
  emitReadme: false,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
};

function fingerprint() {
  const digest = createHash("sha256");
  const files = messageFolders().flatMap((folder) => LOCALES.map((locale) => `${folder}/${locale}.json`));
  for (const file of [...files, "package-lock.json", "scripts/words.js", "scripts/project.js"])
    digest.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return digest.digest("hex");
}

/** The words as modules, compiled if anything has changed. */
export async function writeWords() {
  writeProject();
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  await compile(CHOICES);
  writeFileSync(STAMP, wanted);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeWords();
