import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, mergeConfig } from "vitest/config";
import build from "./vite.config.ts";

const cwd = fileURLToPath(new URL(".", import.meta.url));
const files = ["src", "tests"].flatMap((folder) =>
  (readdirSync(`${cwd}/${folder}`, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`),
);
const replacing = files.filter((file) => readFileSync(`${cwd}/${file}`, "utf8").includes("vi.mock("));

export default mergeConfig(
  build,
  defineConfig({
    test: {
      environment: "happy-dom",
      pool: "threads",
      restoreMocks: true,
      testTimeout: 20_000, // milliseconds: other work may share the processor
      projects: [
        // Files share a document and their modules, which takes a quarter of the time.
        {
          extends: true,
          test: { name: "together", isolate: false, include: files.filter((file) => !replacing.includes(file)) },
        },
        // Those that put something else in the place of a module have it to themselves.
        { extends: true, test: { name: "apart", include: replacing } },
      ],
    },
  }),
);
