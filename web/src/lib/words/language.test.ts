import { expect, it } from "vitest";
import { guess } from "./language.svelte";

it("the language is the first that we speak", () => {
  expect(guess(["pt-BR", "nl-BE", "fr"])).toBe("nl");
  expect(guess(["zh"])).toBe("en");
});
