import { createRawSnippet } from "svelte";
import { expect, it } from "vitest";
import { Dock } from "./dock.svelte";

it("keeps panels until each is let go, the latest last", () => {
  const [one, other] = [
    createRawSnippet(() => ({ render: () => "<p></p>" })),
    createRawSnippet(() => ({ render: () => "<p></p>" })),
  ];
  const dock = new Dock();
  const free = dock.hold(one);
  const freeOther = dock.hold(other);
  expect(dock.panels).toEqual([one, other]);
  free();
  expect(dock.panels).toEqual([other]);
  freeOther();
  expect(dock.panels).toEqual([]);
});
