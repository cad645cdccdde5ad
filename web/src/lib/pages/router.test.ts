import { describe, expect, it } from "vitest";
import { routeOf } from "./router.svelte";

describe("addresses", () => {
  it.each([
    ["/", { page: "start" }],
    ["/t/abc_-1", { page: "table", id: "abc_-1" }],
    ["/j/abcdef", { page: "join", code: "ABCDEF" }],
    ["/tv/abcdef", { page: "tv", code: "ABCDEF" }],
    ["/rules/some_game", { page: "rules", game: "some_game" }],
    ["/learn/some_game", { page: "learn", game: "some_game", lesson: null }],
    ["/learn/some_game/more", { page: "learn", game: "some_game", lesson: "more" }],
    ["/replay/x", { page: "replay", id: "x" }],
    ["/review/x", { page: "review", id: "x" }],
    ["/fair/x", { page: "fair", id: "x" }],
    ["/fair/2026-11-18", { page: "dailyCheck", day: "2026-11-18" }],
    ["/daily", { page: "daily", day: null }],
    ["/daily/2026-11-18", { page: "daily", day: "2026-11-18" }],
    ["/daily/2026-11-18/some_game", { page: "dailyResult", day: "2026-11-18", game: "some_game" }],
    ["/board/x-1", { page: "board", id: "x-1" }],
    ["/me", { page: "me" }],
    ["/nowhere/at/all", { page: "lost" }],
    ["/api", { page: "lost" }],
  ])("%s", (path, route) => expect(routeOf(path)).toEqual(route));
});
