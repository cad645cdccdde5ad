import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announce } from "$lib/play/announce";
import { settings } from "$lib/person/settings.svelte";
import { mute } from "./chat.svelte";
import { Emotes } from "./emotes.svelte";

vi.mock("$lib/play/announce", () => ({ announce: vi.fn(), answer: vi.fn() }));

const bo = { name: "Bo", person: "bo", mine: false };

describe("a face", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    settings.set("emotes", true);
    mute("bo", false);
    vi.mocked(announce).mockClear();
  });

  it("is shown and told for a moment", () => {
    const emotes = new Emotes();
    emotes.show(1, "wow", bo);
    expect(emotes.at.get(1)?.emote).toBe("wow");
    expect(announce).toHaveBeenCalledWith("Bo shows: amazed");
    vi.advanceTimersByTime(2000);
    emotes.show(1, "sad", bo);
    vi.advanceTimersByTime(2000);
    expect(emotes.at.get(1)?.emote).toBe("sad");
    vi.advanceTimersByTime(2000);
    expect(emotes.at.size).toBe(0);
  });

  it("is not seen of somebody who is muted, or by a viewer who wants none", () => {
    const emotes = new Emotes();
    mute("bo", true);
    emotes.show(1, "wow", bo);
    mute("bo", false);
    settings.set("emotes", false);
    emotes.show(1, "wow", bo);
    expect(emotes.at.size + vi.mocked(announce).mock.calls.length).toBe(0);
    emotes.show(0, "wow", { name: "You", person: "ana", mine: true });
    expect(emotes.at.size).toBe(1);
  });

  it("can be sent three times at once, then now and again", () => {
    const emotes = new Emotes();
    expect([0, 1, 2, 3].map((at) => emotes.take(at))).toEqual([true, true, true, false]);
    expect(emotes.take(12_000)).toBe(true);
  });
});
