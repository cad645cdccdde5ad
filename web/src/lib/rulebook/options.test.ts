import { expect, it } from "vitest";
import { optionWord } from "./options";

const words = {
  name: (option: string) => ({ plain: "Einfach: ohne Joker", opening: "Ouverture\u00a0: au choix" })[option] ?? null,
  value: (_: string, value: string) => ({ outside_in: "von außen nach innen" })[value] ?? null,
};

it("says options and values in words, without what the rule tells anyway", () => {
  expect(optionWord("plain", words)).toBe("Einfach");
  expect(optionWord("opening", words)).toBe("Ouverture");
  expect(optionWord("outside_in", words)).toBe("von außen nach innen");
});

it("leaves everything else as it is", () => {
  expect(optionWord("elftafel play", words)).toBe("elftafel play");
  expect(optionWord("outside_in", null)).toBe("outside_in");
});
