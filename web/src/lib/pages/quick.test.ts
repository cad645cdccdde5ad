import { beforeEach, expect, it, vi } from "vitest";

const NAMES = ["one", "two", "three"];
const fresh = async () => {
  vi.resetModules();
  return (await import("./quick.svelte")).quick;
};

beforeEach(() => localStorage.clear());

it("offers the first game and casual bots at first", async () => {
  const quick = await fresh();
  expect(quick.game(NAMES)).toBe("one");
  expect(quick.level).toBe("casual");
});

it("remembers the last game and the level", async () => {
  const quick = await fresh();
  quick.chooseGame("three");
  quick.chooseLevel("strong");
  expect(quick.game(NAMES)).toBe("three");
  const later = await fresh();
  expect(later.game(NAMES)).toBe("three");
  expect(later.level).toBe("strong");
});

it("forgets a game or a level that is there no more", async () => {
  localStorage.setItem("elftafel.game", '"gone"');
  localStorage.setItem("elftafel.level", '"clairvoyant"');
  const quick = await fresh();
  expect(quick.game(NAMES)).toBe("one");
  expect(quick.level).toBe("casual");
});
