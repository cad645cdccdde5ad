import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from "vitest";
import { api, Refusal } from "$lib/net/api";
import { me } from "$lib/person/me.svelte";
import { answer } from "$lib/play/announce";
import { living } from "$tests/living.svelte";
import { foundOf } from "$tests/reviews";
import { errorText } from "$lib/words/errors";
import { Look } from "./review.svelte";

vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));

let get: MockInstance<typeof api.review>;
beforeEach(() => {
  vi.useFakeTimers();
  get = vi.spyOn(api, "review");
});
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(answer).mockClear();
});

const later = async () => {
  flushSync();
  await vi.advanceTimersByTimeAsync(2000);
  flushSync();
};

it("is asked for by a person, waited for, and then told once", async () => {
  get.mockResolvedValueOnce(foundOf({ state: "none", review: null, done: 0, total: 0 }));
  const look = living(() => new Look("t1"));
  await look.load();
  await later();
  expect(get).toHaveBeenCalledOnce();
  expect(look.isUnderWay).toBe(false);

  const be = vi.spyOn(me, "be").mockResolvedValue({} as never);
  vi.spyOn(api, "askReview").mockResolvedValue(foundOf({ state: "waiting", review: null, done: 0, total: 0 }));
  await look.ask();
  expect(be).toHaveBeenCalledOnce();
  expect([look.isUnderWay, look.part]).toEqual([true, 0]);

  get.mockResolvedValueOnce(foundOf({ state: "working", review: null, done: 1, total: 4 }));
  await later();
  expect(look.part).toBe(0.25);
  get.mockResolvedValueOnce(foundOf());
  await later();
  expect(look.review).not.toBeNull();
  expect(answer).toHaveBeenCalledOnce();
  await later();
  expect(get).toHaveBeenCalledTimes(3);
});

it("one that was there before is not announced", async () => {
  get.mockResolvedValueOnce(foundOf());
  const look = living(() => new Look("t1"));
  await look.load();
  expect(look.review).not.toBeNull();
  expect(answer).not.toHaveBeenCalled();
});

it("goes on after a lost answer, and says what is wrong meanwhile", async () => {
  get.mockResolvedValueOnce(foundOf({ state: "working", review: null }));
  const look = living(() => new Look("t1"));
  await look.load();
  get.mockRejectedValueOnce(new Refusal(503, { error: "try_again", field: null, expected: null, rule: null }));
  await later();
  expect(look.problem).toBe(errorText("try_again"));
  get.mockResolvedValueOnce(foundOf());
  await later();
  expect([look.problem, look.found?.state]).toEqual([null, "done"]);
});
