// What `npm run check` asks of the code beyond types. Layout is Prettier's.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules/", "dist/", "src/paraglide/", "project.inlang/"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "prefer-const": "error",
      "no-var": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
    rules: {
      "prefer-const": "off",
      "svelte/prefer-const": "error",
      "svelte/no-useless-mustaches": "off", // {" "} is a space that stays
    },
  },
  {
    files: ["*.config.*", "scripts/**", "tests/**", "**/*.test.ts"],
    languageOptions: { globals: { ...globals.node } },
  },
  { files: ["src/worker.js"], languageOptions: { globals: { ...globals.serviceworker, __FILES__: "readonly" } } },
);
