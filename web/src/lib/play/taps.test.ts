import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tappable } from "./taps";

describe("a thing that can be tapped", () => {
  const tap = vi.fn();
  const tell = vi.fn();
  let button: HTMLButtonElement;
  let off: void | (() => void);

  const point = (type: string, x = 0, y = 0, buttonNumber = 0) =>
    button.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, button: buttonNumber, bubbles: true }));
  const click = (detail = 1) => button.dispatchEvent(new MouseEvent("click", { detail, bubbles: true }));
  async function attach(explains: () => (() => void) | undefined): Promise<void> {
    off = tappable(tap, explains)(button);
    await Promise.resolve(); // Svelte listens to pointers only then
  }

  beforeEach(() => {
    vi.useFakeTimers();
    tap.mockReset();
    tell.mockReset();
    button = document.createElement("button");
    document.body.append(button);
  });
  afterEach(() => {
    off?.();
    button.remove();
    vi.useRealTimers();
  });

  it("is tapped", async () => {
    await attach(() => tell);
    point("pointerdown");
    point("pointerup");
    click();
    vi.runAllTimers();
    expect([tap.mock.calls.length, tell.mock.calls.length]).toEqual([1, 0]);
  });

  it("is explained by a long press, and letting go does nothing else", async () => {
    await attach(() => tell);
    point("pointerdown");
    vi.advanceTimersByTime(600);
    button.dispatchEvent(new Event("contextmenu")); // some phones tell of it as well
    point("pointerup");
    click();
    expect([tap.mock.calls.length, tell.mock.calls.length]).toEqual([0, 1]);
    click();
    expect(tap).toHaveBeenCalledTimes(1);
  });

  it("is tapped by a key even after a long press", async () => {
    await attach(() => tell);
    button.dispatchEvent(new Event("contextmenu"));
    click(0);
    expect(tap).toHaveBeenCalledTimes(1);
  });

  it("is not explained once the finger has moved away, left or let go", async () => {
    await attach(() => tell);
    for (const [type, x] of [
      ["pointermove", 11],
      ["pointerleave", 0],
      ["pointercancel", 0],
      ["pointerup", 0],
    ] as const) {
      point("pointerdown");
      point(type, x);
      vi.advanceTimersByTime(600);
    }
    point("pointerdown");
    point("pointermove", 5);
    expect(tell).not.toHaveBeenCalled();
    vi.advanceTimersByTime(600);
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it("that nothing explains is tapped however long the press", async () => {
    await attach(() => undefined);
    point("pointerdown");
    vi.advanceTimersByTime(600);
    button.dispatchEvent(new Event("contextmenu"));
    click();
    expect(tap).toHaveBeenCalledTimes(1);
  });

  it("tells nothing any more when it is gone", async () => {
    await attach(() => tell);
    point("pointerdown");
    off?.();
    vi.runAllTimers();
    click();
    expect([tap.mock.calls.length, tell.mock.calls.length]).toEqual([0, 0]);
  });
});
