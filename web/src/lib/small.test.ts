import { describe, expect, it } from "vitest";
import { isOnlyHere } from "./address";
import { runs, sorted } from "./cards";
import { markRead, mute, unread } from "./chat.svelte";
import { guess } from "./language.svelte";
import { parts, read } from "./markdown";
import { routeOf } from "./router.svelte";
import { ruleIn, ruleText } from "./rulebook";
import { ratingOf, sureness } from "./ratings";
import { clockText, dateText, decimal, signed } from "./time";
import type { Language } from "./wire";

describe("addresses", () => {
  it.each([
    ["/", { page: "start" }],
    ["/t/abc_-1", { page: "table", id: "abc_-1" }],
    ["/j/abcdef", { page: "join", code: "ABCDEF" }],
    ["/rules/jatten", { page: "rules", game: "jatten" }],
    ["/replay/x", { page: "replay", id: "x" }],
    ["/fair/x", { page: "fair", id: "x" }],
    ["/me", { page: "me" }],
    ["/nowhere/at/all", { page: "lost" }],
    ["/api", { page: "lost" }],
  ])("%s", (path, route) => expect(routeOf(path)).toEqual(route));
});

it.each([
  ["localhost", true],
  ["tafel.localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.0.11", false],
  ["elftafel.example", false],
  ["localhost.example", false],
])("only this computer knows %s: %s", (host, only) => expect(isOnlyHere(host)).toBe(only));

it("what others said is unread until it was seen; the own and the muted never", () => {
  const said = [1, 2, 3, 4].map((n) => ({ n, at: 0, person: n === 2 ? "me" : "bo", name: "", text: "", spectator: false }));
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

it("cards are sorted by colour, by number, or as they came", () => {
  const cards = [
    { colour: "blue" as const, number: 2 },
    { colour: "red" as const, number: 9 },
    { colour: "red" as const, number: 2 },
  ];
  expect(sorted(cards, "colour")).toEqual([cards[2], cards[1], cards[0]]);
  expect(sorted(cards, "number")).toEqual([cards[2], cards[0], cards[1]]);
  expect(sorted(cards, "deal")).toEqual(cards);
});

it("numbers are put together as runs", () => {
  expect(runs([1, 2, 3, 7, 9, 10])).toEqual([
    [1, 3],
    [7, 7],
    [9, 10],
  ]);
});

it("the language is the first that we speak", () => {
  expect(guess(["pt-BR", "nl-BE", "fr"])).toBe("nl");
  expect(guess(["zh"])).toBe("en");
});

it("clocks and points are read at a glance", () => {
  expect(clockText(61_000)).toBe("1:01");
  expect(clockText(3_600_000)).toBe("1:00:00");
  expect(clockText(-5)).toBe("0:00");
  expect(clockText(2 * 86_400_000)).toBe("2 d");
  expect(signed(-12)).toBe("−12");
  expect(signed(0)).toBe("0");
});

it("numbers and dates are written as a language does", () => {
  expect(decimal(2.25, ["en"])).toBe("2.3");
  expect(decimal(-2.25, ["de"])).toBe("−2,3");
  expect(decimal(3, ["fr"])).toBe("3");
  expect(dateText(Date.UTC(2026, 10, 16, 12), ["de"])).toMatch(/^16\.11\.2026, \d\d:00$/);
});

it("a rating tells how sure it is", () => {
  const rating = { game: "jatten", pool: "bots" as const, mu: 25.4, sigma: 8.33, matches: 1 };
  expect(ratingOf(rating)).toEqual({ strength: 25, spread: 17 });
  expect([8, 5, 2].map((sigma) => sureness({ ...rating, sigma }))).toEqual(["guess", "rough", "sure"]);
});

describe("rulebooks", () => {
  const book = "# Title\n\n## Part\n\n- One rule here that is long enough. [ER-1]\n- Two rules stand in this line, really. [ER-2] And a third one after it, too. [ER-3, ER-10]\n";

  it("tell a rule by its id", () => {
    expect(ruleIn(book, "ER-1")).toBe("One rule here that is long enough.");
    expect(ruleIn(book, "ER-3")).toBe("And a third one after it, too.");
    expect(ruleIn(book, "ER-10")).toBe("And a third one after it, too.");
    expect(ruleIn(book, "ER-9")).toBe("");
  });

  it("are read as titles, lists and text", () => {
    expect(read(book)).toMatchObject([{ kind: "title", level: 1 }, { kind: "title", level: 2 }, { kind: "list" }]);
    expect(parts("a **b** `c` [ER-1, ER-2]")).toEqual([
      { kind: "text", text: "a " },
      { kind: "strong", text: "b" },
      { kind: "text", text: " " },
      { kind: "code", text: "c" },
      { kind: "text", text: " " },
      { kind: "ids", ids: ["ER-1", "ER-2"] },
    ]);
  });

  it.each(["en", "de", "nl", "fr", "is"] as Language[])("explain every refusal of Elfer raus! in %s", async (language) => {
    for (const rule of ["ER-1", "ER-4", "ER-5", "ER-6", "ER-O1", "AL-3"]) {
      expect(await ruleText("elfer_raus", rule, language), rule).not.toBe("");
    }
  });
});
