import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changing, living } from "$tests/living.svelte";
import { addressFollows, Link } from "./link.svelte";

vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("the address follows, not more often than browsers allow", () => {
  const replace = vi.spyOn(history, "replaceState").mockReturnValue();
  const address = changing<string | null>(null);
  living(() => addressFollows(() => address.now) ?? {});
  vi.advanceTimersByTime(1000);
  expect(replace).not.toHaveBeenCalled();
  address.now = "/replay/a";
  vi.advanceTimersByTime(200);
  address.now = "/replay/b";
  vi.advanceTimersByTime(200);
  expect(replace).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(replace).toHaveBeenCalledExactlyOnceWith(history.state, "", "/replay/b");
});

it("a link is copied, and the button says so for a while", async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const link = new Link();
  await link.share("/replay/a");
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/replay/a`);
  expect(link.isCopied).toBe(true);
  vi.advanceTimersByTime(2500);
  expect(link.isCopied).toBe(false);
});

it("a link is shared where nothing can be copied; who changes their mind is not told off", async () => {
  const share = vi.fn().mockRejectedValue(new Error("no"));
  vi.stubGlobal("navigator", { share });
  const link = new Link();
  await link.share("/replay/a");
  expect(share).toHaveBeenCalledWith({ url: `${location.origin}/replay/a` });
  expect(link.isCopied).toBe(false);
});

it("over plain http a link is copied the old way, and the button never lies", async () => {
  vi.stubGlobal("navigator", {});
  const link = new Link();
  document.execCommand = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true);
  await link.share("/replay/a");
  expect(link.isCopied).toBe(false);
  await link.share("/replay/a");
  expect(link.isCopied).toBe(true);
});
