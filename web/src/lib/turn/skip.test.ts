import { afterEach, expect, it, vi } from "vitest";
import { skipByTap } from "./skip";

afterEach(() => void (document.body.innerHTML = ""));

function tap(where: string, canSkip = true) {
  document.body.innerHTML = `<div><p id="bare"></p><button><b id="in"></b></button><aside><p id="log"></p></aside></div>`;
  const skip = vi.fn();
  const event = new Event("click");
  Object.defineProperty(event, "target", { value: document.querySelector(where) });
  skipByTap(event, { canSkip, skip });
  return skip.mock.calls.length;
}

it("goes to the own turn after a tap on the bare table", () => {
  expect(tap("#bare")).toBe(1);
});

it("leaves buttons and the log alone, and does nothing when nobody else plays", () => {
  expect(tap("#in") + tap("#log") + tap("#bare", false)).toBe(0);
});
