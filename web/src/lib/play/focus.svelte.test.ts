import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changing, living } from "$tests/living.svelte";
import { headingTakesFocus, KeepFocus } from "./focus.svelte";

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;

beforeEach(() => {
  vi.stubGlobal("scrollTo", vi.fn());
  document.body.innerHTML = `
    <header><h1 tabindex="-1">Title</h1></header>
    <div id="root">
      <h2 id="result" tabindex="-1">Result</h2>
      <div class="hand" role="toolbar"><button tabindex="-1">1</button><button id="card" tabindex="0">2</button></div>
      <button id="other">Other</button>
    </div>`;
});
afterEach(() => {
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

describe("the heading", () => {
  it("gets the focus when the cards are dealt, if nothing else has it", async () => {
    const begun = changing(false);
    living(() => headingTakesFocus(() => begun.now) ?? {});
    await tick();
    expect(document.activeElement).toBe(document.body);
    begun.now = true;
    await tick();
    expect(document.activeElement).toBe(find("h1"));
  });

  it("takes it from nobody", async () => {
    find("#other").focus();
    living(() => headingTakesFocus(() => true) ?? {});
    await tick();
    expect(document.activeElement).toBe(find("#other"));
  });
});

describe("the focus at the table", () => {
  function scene(pausedAtFirst = false) {
    const paused = changing(pausedAtFirst);
    const step = changing(0);
    const keep = living(
      () =>
        new KeepFocus(
          () => find("#root"),
          () => paused.now,
          () => step.now,
        ),
    );
    return { paused, step, keep };
  }

  it("goes to the own cards when what had it is gone", async () => {
    const { step, keep } = scene();
    const other = find("#other");
    other.focus();
    keep.note(other);
    step.now += 1;
    await tick();
    expect(document.activeElement).toBe(other);
    other.remove();
    step.now += 1;
    await tick();
    expect(document.activeElement).toBe(find("#card"));
  });

  it("is left nowhere if it was never anywhere, or was taken away on purpose", async () => {
    const { step, keep } = scene();
    step.now += 1;
    await tick();
    expect(document.activeElement).toBe(document.body);
    keep.note(find("#other"));
    step.now += 1;
    await tick();
    expect(document.activeElement).toBe(document.body);
  });

  it("goes to the result after a round, and to the cards of the next, which is seen from its top", async () => {
    const { paused } = scene();
    paused.now = true;
    await tick();
    expect(document.activeElement).toBe(find("#result"));
    expect(scrollTo).not.toHaveBeenCalled();
    find("#result").blur();
    paused.now = false;
    await tick();
    expect(document.activeElement).toBe(find("#card"));
    expect(scrollTo).toHaveBeenCalledOnce();
  });
});
