import { createRawSnippet, flushSync } from "svelte";
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

it("can be held in an effect, which does not run again for other panels", () => {
  const panel = createRawSnippet(() => ({ render: () => "<p></p>" }));
  const dock = new Dock();
  let runs = 0;
  const end = $effect.root(() => {
    $effect(() => {
      runs += 1;
      return dock.hold(panel);
    });
  });
  flushSync();
  dock.hold(createRawSnippet(() => ({ render: () => "<p></p>" })));
  flushSync();
  expect(runs).toBe(1);
  end();
  expect(dock.panels).toHaveLength(1);
});
