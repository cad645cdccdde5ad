import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { check, summary } from "./fairness";
import { newNonce, note, noted, type Noted } from "./noted";
import type { MatchRecord } from "$lib/wire";

const hash = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

const TABLE = "table-1";
const SECRET = "0123456789abcdef".repeat(4);
const NONCES = ["aa".repeat(16), "", "bb".repeat(16)];
const seedOf = (table: string, secret: string, nonces: string[]) =>
  hash(["elftafel-seed-1", table, secret, ...nonces].join("\n"));

const RECORD: MatchRecord = {
  fairness: {
    version: "elftafel-seed-1",
    table: TABLE,
    commitment: hash(Buffer.from(SECRET, "hex")),
    secret: SECRET,
    nonces: NONCES,
  },
  log: {
    elftafel: 1,
    game: "some_game",
    rules_version: 1,
    options: {},
    data: null,
    seats: ["Ana", "Bot", "Cleo"].map((name) => ({ name, bot: null })),
    rounds: 1,
    draw_lots: false,
    seed: seedOf(TABLE, SECRET, NONCES),
    actions: [],
    result: null,
  },
};
const NOTED: Noted = { table: TABLE, commitment: RECORD.fairness.commitment, nonce: NONCES[2]! };
const GOOD = { secret: "passed", shown: "passed", nonce: "passed", seed: "passed" };
const changed = (fairness: Partial<MatchRecord["fairness"]>, log: Partial<MatchRecord["log"]> = {}): MatchRecord => ({
  fairness: { ...RECORD.fairness, ...fairness },
  log: { ...RECORD.log, ...log },
});

describe("a record", () => {
  it("is right in all", () => {
    expect(check(RECORD, TABLE, 2, NOTED)).toEqual(GOOD);
    expect(summary(check(RECORD, TABLE, 2, NOTED))).toBe("passed");
  });

  it("with another secret that has its own hash was not the one that was shown", () => {
    const secret = "ff".repeat(32);
    const other = changed(
      { secret, commitment: hash(Buffer.from(secret, "hex")) },
      { seed: seedOf(TABLE, secret, NONCES) },
    );
    expect(check(other, TABLE, 2, NOTED)).toEqual({ ...GOOD, shown: "failed" });
    expect(summary(check(other, TABLE, 2, NOTED))).toBe("failed");
  });

  it.each([
    ["another secret", changed({ secret: "ff".repeat(32) }), { secret: "failed", seed: "failed" }],
    ["no secret", changed({ secret: "none" }), { secret: "failed", seed: "failed" }],
    ["another seed", changed({}, { seed: "00".repeat(32) }), { seed: "failed" }],
    ["another table", changed({ table: "table-2" }), { seed: "failed" }],
    ["a way that is not known here", changed({ version: "elftafel-seed-9" }), { seed: "unknown" }],
  ])("with %s", (_, record, expected) => expect(check(record, TABLE, 2, NOTED)).toEqual({ ...GOOD, ...expected }));

  it("without the own nonce, or with one more than seats", () => {
    const without = ["aa".repeat(16), "", "cc".repeat(16)];
    expect(check(changed({ nonces: without }, { seed: seedOf(TABLE, SECRET, without) }), TABLE, 2, NOTED)).toEqual({
      ...GOOD,
      nonce: "failed",
    });
    const more = [...NONCES, ""];
    expect(check(changed({ nonces: more }, { seed: seedOf(TABLE, SECRET, more) }), TABLE, 2, NOTED)).toEqual({
      ...GOOD,
      seed: "failed",
    });
  });

  it("is compared only with what this browser knows", () => {
    expect(check(RECORD, TABLE, 2, null)).toEqual({ ...GOOD, shown: "unknown", nonce: "unknown" });
    expect(check(RECORD, TABLE, null, NOTED)).toEqual({ ...GOOD, nonce: "unknown" });
    expect(summary(check(RECORD, TABLE, 2, null))).toBe("unknown");
  });
});

describe("what a browser notes", () => {
  beforeEach(() => localStorage.clear());

  it("keeps the first commitment and the last nonce", () => {
    note("one", "first", "");
    note("one", "second", "nonce");
    expect(noted("one")).toEqual({ table: "one", commitment: "first", nonce: "nonce" });
    expect(noted("two")).toBeNull();
  });

  it("is bounded: the oldest table goes", () => {
    for (let i = 0; i < 105; i++) note(`table-${i}`, "c", "n");
    expect(noted("table-4")).toBeNull();
    expect(noted("table-5")).not.toBeNull();
    expect(noted("table-104")).not.toBeNull();
  });

  it("nonces are 32 digits, and never the same", () => {
    expect(newNonce()).toMatch(/^[0-9a-f]{32}$/);
    expect(newNonce()).not.toBe(newNonce());
  });
});
