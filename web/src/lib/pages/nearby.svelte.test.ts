import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { flushSync } from "svelte";
import { api, Refusal } from "$lib/net/api";
import { me } from "$lib/person/me.svelte";
import { errorText } from "$lib/words/errors";
import { living } from "$tests/living.svelte";
import { followRoom, LOOK, room } from "./nearby.svelte";

const ADDRESS = "http://192.168.0.11:1111";
const CLOSED = { address: null, reached: false };
const OPEN = { address: ADDRESS, reached: false };
const refusal = (error: string) => new Refusal(409, { error, field: null, expected: null, rule: null });

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(api, "nearby").mockResolvedValue(CLOSED);
  vi.spyOn(api, "openNearby").mockResolvedValue(OPEN);
  vi.spyOn(api, "closeNearby").mockResolvedValue(CLOSED);
  await room.close();
  vi.mocked(api.closeNearby).mockClear();
  me.atMachine = true;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("links lead to the room's address while it is open, and to this page's otherwise", async () => {
  expect(room.origin).toBe(location.origin);
  expect(room.isOnlyHere).toBe(true);
  await room.open();
  expect(room.origin).toBe(ADDRESS);
  expect(room.isOnlyHere).toBe(false);
  await room.close();
  expect(room.origin).toBe(location.origin);
});

it.each(["no_local_network", "not_reachable"])("says %s in words, until the next try", async (error) => {
  vi.mocked(api.openNearby).mockRejectedValueOnce(refusal(error));
  await room.open();
  expect(room.address).toBeNull();
  expect(room.problem).toBe(errorText(error));
  expect(room.problem).not.toBe(errorText("unexpected"));
  await room.open();
  expect(room.problem).toBeNull();
  expect(room.address).toBe(ADDRESS);
});

it("asks once, however often the button is pressed", async () => {
  await Promise.all([room.open(), room.open()]);
  expect(api.openNearby).toHaveBeenCalledOnce();
});

it("sees that somebody has come, and stops looking with the page", async () => {
  await room.open();
  const followed = living(() => followRoom() ?? {});
  vi.mocked(api.nearby).mockResolvedValue({ ...OPEN, reached: true });
  await vi.advanceTimersByTimeAsync(LOOK);
  expect(room.reached).toBe(true);
  followed.end();
  vi.mocked(api.nearby).mockClear();
  await vi.advanceTimersByTimeAsync(3 * LOOK);
  expect(api.nearby).not.toHaveBeenCalled();
});

it("asks nothing for those who do not sit at the machine", async () => {
  me.atMachine = false;
  living(() => followRoom() ?? {});
  await vi.advanceTimersByTimeAsync(3 * LOOK);
  expect(api.nearby).not.toHaveBeenCalled();
  me.atMachine = true;
  flushSync();
  expect(api.nearby).toHaveBeenCalledOnce();
});

it("a look that was under way does not undo what was done since", async () => {
  let answer = (_: typeof CLOSED) => {};
  vi.mocked(api.nearby).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const looking = room.look();
  await room.open();
  answer(CLOSED);
  await looking;
  expect(room.address).toBe(ADDRESS);
});

it("a look that fails changes nothing", async () => {
  await room.open();
  vi.mocked(api.nearby).mockRejectedValueOnce(refusal("no_network"));
  await room.look();
  expect(room.address).toBe(ADDRESS);
  expect(room.problem).toBeNull();
});
