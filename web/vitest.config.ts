import { defineConfig, mergeConfig } from "vitest/config";
import build from "./vite.config.ts";

export default mergeConfig(
  build,
  defineConfig({
    test: {
      environment: "happy-dom",
      include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
      restoreMocks: true,
      testTimeout: 20_000, // milliseconds: other work may share the processor
    },
  }),
);
