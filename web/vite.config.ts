import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vite";
import { CHOICES, writeWords } from "./scripts/words.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The service worker, with the names of all files of this build in it. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/"))
        .map((name) => `/${name}`)
        .sort();
      const source = readFileSync(here("./src/worker.js"), "utf8").replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "worker.js", source });
    },
  };
}

/** The page asks for its type at once, so that words do not change their shape under the eye. */
function typeFirst(): Plugin {
  return {
    name: "type-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith(".woff2"))
          .map((name) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: "" },
            injectTo: "head" as const,
          })),
    },
  };
}

/** Each file that gains by it also compressed, for the server to send. */
function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|html|svg|json|webmanifest)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const text = readFileSync(path);
        if (text.length < 600) continue;
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}

await writeWords();

export default defineConfig({
  plugins: [
    // Compiled above. A development server does it anew whenever a message changes.
    ...(process.argv.includes("build") || process.env["VITEST"] ? [] : [paraglideVitePlugin(CHOICES)]),
    svelte(),
    typeFirst(),
    serviceWorker(),
    compressed(),
  ],
  resolve: {
    alias: {
      $lib: here("./src/lib"),
      $components: here("./src/components"),
      $games: here("./src/games"),
      $tests: here("./tests"),
      $words: here("./src/paraglide/messages.js"),
    },
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
  build: {
    outDir: process.env["ELFTAFEL_WEB_OUT"] ?? here("../src/elftafel/server/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing inline: the content security policy forbids it
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { fs: { allow: [here("..")] }, proxy: { "/api": { target: "http://127.0.0.1:1111", ws: true } } },
});
