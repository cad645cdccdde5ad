import { beforeEach, describe, expect, it } from "vitest";
import { noted } from "$lib/fair/noted";
import type { DailyGame, DailyPage } from "$lib/wire";
import { checkDeal, noteDay } from "./check";

const deal: DailyGame = {
  game: "some_game",
  name: "daily:2026-11-18:some_game",
  seats: 4,
  level: "strong",
  commitment: "368037fc032653763917c0bca4c51ed54a6d2dd4b93910cad2f8efeb7e24464b",
  secret: "dbd99dc0a6c79057419b9546f8a6e82af37839611865df0770db7ed5ab81f5e0",
  seed: "e552dae5ca1cf63c4407925b39e34276d5d7ff613f29652d6d152c65ba07b6fa",
  finished: 0,
  own: null,
};

describe("the check of a day", () => {
  beforeEach(() => localStorage.clear());

  it("holds for what the server makes, and knows what was shown before", () => {
    expect(checkDeal(deal)).toEqual({ secret: "passed", shown: "unknown", seed: "passed" });
    const page = { day: "2026-11-17", today: "2026-11-17", games: [], next_games: [deal] } as unknown as DailyPage;
    noteDay({ ...page, today: "2026-11-18" });
    expect(noted(deal.name)).toBeNull();
    noteDay(page);
    expect(checkDeal(deal)).toEqual({ secret: "passed", shown: "passed", seed: "passed" });
  });

  it("fails for another secret, seed or hash", () => {
    noteDay({ day: "d", today: "d", games: [deal], next_games: [] } as unknown as DailyPage);
    const other = "0".repeat(64);
    expect(checkDeal({ ...deal, secret: other })).toEqual({ secret: "failed", shown: "passed", seed: "failed" });
    expect(checkDeal({ ...deal, seed: other })?.seed).toBe("failed");
    expect(checkDeal({ ...deal, commitment: other })).toMatchObject({ secret: "failed", shown: "failed" });
    expect(checkDeal({ ...deal, secret: "x" })?.secret).toBe("failed");
  });

  it("has nothing to say while the day runs", () => {
    expect(checkDeal({ ...deal, secret: null, seed: null })).toBeNull();
  });
});
