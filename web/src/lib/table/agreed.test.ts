import { expect, it } from "vitest";
import { tableOf } from "$tests/scene";
import { agreed } from "./agreed";

const words = {
  name: (option: string) => ({ opening: "Opening", simple: "Simple" })[option] ?? null,
  value: (_: string, value: string) => ({ drawn: "any card" })[value] ?? null,
};
const table = tableOf();
const withSettings = (more: object) => ({ ...table, settings: { ...table.settings, hints: false, ...more } });

it("names the rounds and nothing that is usual", () => {
  expect(agreed(withSettings({}), null)).toEqual(["3 rounds"]);
  expect(agreed({ ...withSettings({}), rounds: 1 }, null)).toEqual(["1 round"]);
});

it("names what was chosen, in words", () => {
  const settings = { options: { opening: "drawn", simple: true, other: "x" }, hints: true };
  expect(agreed(withSettings(settings), words)).toEqual(["3 rounds", "Opening: any card", "Simple", "Hints allowed"]);
  expect(agreed(withSettings({ options: { simple: false } }), words)).toEqual(["3 rounds"]);
});

it("names the clock", () => {
  expect(agreed(withSettings({ clock: { clock: "decision", seconds: 30 } }), null)).toContain(
    "30 seconds per decision",
  );
  expect(agreed(withSettings({ clock: { clock: "decision", seconds: 86_400 } }), null)).toContain(
    "one day per decision",
  );
  expect(agreed(withSettings({ clock: { clock: "match", seconds: 600, increment: 5 } }), null)).toContain("Clock");
});
