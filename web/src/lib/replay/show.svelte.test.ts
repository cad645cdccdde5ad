import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { api, Refusal } from "$lib/net/api";
import { living, plainGame } from "$tests/living.svelte";
import { replayOf } from "$tests/replays";
import { errorText } from "$lib/words/errors";
import { FILE } from "./replay";
import { Show } from "./show.svelte";

vi.mock("$games", () => ({ load: () => Promise.resolve(GAME) }));
vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));
const GAME = plainGame();

const refusal = (error: string, field: string | null) => new Refusal(400, { error, field, expected: null, rule: null });
const loaded = (show: Show) => vi.waitFor(() => expect(show.isLoading).toBe(false));

/** A show of a table whose rounds all look the same. */
async function scene(search = "?round=2&ply=42&seat=1") {
  const show = living(() => new Show("t1"));
  show.begin(search);
  await loaded(show);
  return { show, player: show.player! };
}

let replay: MockInstance<typeof api.replay>;
beforeEach(() => {
  sessionStorage.clear();
  replay = vi
    .spyOn(api, "replay")
    .mockImplementation((_, round, seat) => Promise.resolve(replayOf({ round, seat: seat ?? "all" })));
});

it("begins where the address says, and has that address", async () => {
  const { show, player } = await scene();
  expect(replay).toHaveBeenCalledExactlyOnceWith("t1", 2, "1");
  expect(player.at).toBe(2);
  expect(show.address).toBe("/replay/t1?round=2&ply=42&seat=1");
});

describe("steps", () => {
  it("go to and fro, over the borders of rounds too", async () => {
    const { show, player } = await scene();
    show.forward();
    expect(player.at).toBe(3);
    show.last();
    show.forward();
    await loaded(show);
    expect([player.data.round, player.at]).toEqual([3, 0]);
    show.back();
    await loaded(show);
    expect([player.data.round, player.at]).toEqual([2, player.last]);
    show.back();
    expect(player.at).toBe(player.last - 1);
  });

  it("end at both ends of the match", async () => {
    const { show, player } = await scene("?round=1");
    show.back();
    expect([player.data.round, player.at]).toEqual([1, 0]);
    show.showRound(3);
    await loaded(show);
    show.last();
    show.forward();
    expect([player.data.round, player.at]).toEqual([3, player.last]);
  });

  it("can be sought anywhere in the match; what is there is not loaded again", async () => {
    const { show, player } = await scene();
    show.seek(2, 41, "1");
    expect([player.at, replay.mock.calls.length]).toEqual([1, 1]);
    show.seek(3, 43, "0");
    await loaded(show);
    expect([player.data.round, player.data.seat, player.at]).toEqual([3, "0", 3]);
  });

  it("stay while another view is loaded", async () => {
    const { show, player } = await scene();
    show.showView("all");
    await loaded(show);
    expect([player.data.seat, player.at]).toEqual(["all", 2]);
  });
});

describe("running", () => {
  it("goes on by itself, at its speed, until the end or a touch", async () => {
    const { show, player } = await scene("?round=3&ply=40");
    vi.useFakeTimers();
    show.run();
    flushSync();
    vi.advanceTimersByTime(player.pause);
    expect(player.at).toBe(1);
    flushSync();
    show.speed = 2;
    flushSync();
    vi.advanceTimersByTime(player.pause / 2);
    expect(player.at).toBe(2);
    show.forward();
    expect(show.isRunning).toBe(false);
    show.last();
    show.run(); // from the beginning again
    expect([player.at, show.isRunning]).toEqual([0, true]);
    for (let i = 0; i <= player.last; i++) {
      flushSync();
      vi.advanceTimersByTime(5000);
    }
    expect([player.at, show.isRunning]).toEqual([player.last, false]);
    vi.useRealTimers();
  });
});

describe("somebody's link", () => {
  it("to a view that one may not have leads to one's own", async () => {
    replay.mockRejectedValueOnce(refusal("own_seat_only", null));
    await scene();
    expect(replay.mock.calls.map(([, round, seat]) => [round, seat])).toEqual([
      [2, "1"],
      [2, null],
    ]);
  });

  it("to a round that is not there leads to the first", async () => {
    replay.mockRejectedValueOnce(refusal("bad_field", "round"));
    await scene();
    expect(replay).toHaveBeenLastCalledWith("t1", 1, "1");
  });

  it("to nothing at all says so, once", async () => {
    replay.mockRejectedValue(refusal("no_table", null));
    const show = living(() => new Show("t1"));
    show.begin("?round=2");
    await loaded(show);
    expect(replay).toHaveBeenCalledOnce();
    expect(show.problem).toBe(errorText("no_table"));
    expect(show.player).toBeNull();
    expect(show.address).toBeNull();
  });
});

describe("a file", () => {
  it("is waited for, opened, and found again", async () => {
    const ask = vi.spyOn(api, "replayFile").mockResolvedValue(replayOf({ table: null }));
    const show = living(() => new Show(FILE));
    show.begin("");
    expect(show.isLoading).toBe(false);
    show.open("{}");
    await loaded(show);
    expect(ask).toHaveBeenCalledWith("{}", 1, null);
    expect(show.player?.at).toBe(0);
    const again = living(() => new Show(FILE));
    again.begin("");
    await loaded(again);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("with a wrong step says which", async () => {
    vi.spyOn(api, "replayFile").mockRejectedValue(refusal("bad_log", "log.actions[11]"));
    const show = living(() => new Show(FILE));
    show.open("{}");
    await loaded(show);
    expect(show.problem).toContain("12");
    expect(show.problem).toContain(errorText("bad_log"));
  });
});

describe("keys", () => {
  it("step and run, but not where they mean something else", async () => {
    const { show, player } = await scene();
    document.body.innerHTML = `<p id="text"></p><button></button><input><div role="toolbar"><i id="card"></i></div>`;
    const strike = (key: string, where: string, more: KeyboardEventInit = {}) => {
      const event = new KeyboardEvent("keydown", { key, cancelable: true, ...more });
      Object.defineProperty(event, "target", { value: document.querySelector(where) });
      show.keydown(event);
    };
    strike("End", "#text");
    expect(player.at).toBe(player.last);
    strike("Home", "button");
    expect(player.at).toBe(0);
    strike("ArrowRight", "input");
    strike("ArrowRight", "#card");
    strike("ArrowRight", "#text", { shiftKey: true });
    expect(player.at).toBe(0);
    strike(" ", "button");
    expect(show.isRunning).toBe(false);
    strike(" ", "#text");
    expect(show.isRunning).toBe(true);
    document.body.innerHTML = "";
  });
});
