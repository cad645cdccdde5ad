import { expect, it } from "vitest";
import { markRead, mute, unread } from "./chat.svelte";

it("what others said is unread until it was seen; the own and the muted never", () => {
  const said = [1, 2, 3, 4].map((n) => ({
    n,
    at: 0,
    person: n === 2 ? "me" : "bo",
    name: "",
    text: "",
    spectator: false,
  }));
  const numbers = () => unread("table", said, "me").map((line) => line.n);
  expect(numbers()).toEqual([1, 3, 4]);
  markRead("table", 3);
  markRead("table", 1); // an older line takes nothing back
  expect(numbers()).toEqual([4]);
  expect(unread("another", said, "me")).toHaveLength(3);
  mute("bo", true);
  expect(numbers()).toEqual([]);
  mute("bo", false);
});
