import { sumOf } from "$lib/scores/tally";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { tongue } from "$lib/words/language.svelte";
import type { Language } from "$lib/wire";
import type { Say } from "../game";
import { aboutBridge, aboutMissing, aboutSpace } from "./about";
import { advance } from "./advance";
import options from "./options";
import game from "./index";
import { rowsOf } from "./places";
import { belongs, keyed, laidName, placesFor, tileOn, type Tile } from "./tiles";
import type { Event, GameView, Move, Space, StartTable } from "./wire";
import { rowText, words } from "./words";

const at = (colour: Space["colour"], place: number): Space => ({ colour, place });
const number = (colour: Space["colour"], value: number): Tile => ({ tile: "number", colour, number: value });
const joker = (value: number): Tile => ({ tile: "joker", number: value });
const say: Say = { name: (seat) => `S${seat}`, seat: 0 };

const MOVES: Move[] = [
  { move: "lay", space: at("red", 12) },
  { move: "lay", space: at("red", 13) },
  { move: "lay", space: at("blue", 13) },
  { move: "give", tile: joker(13) },
  { move: "end_turn" },
];

function viewOf(more: Partial<StartTable> = {}, moves: Move[] = MOVES): GameView {
  return {
    table: {
      players: 3,
      turn: 0,
      starter: 0,
      ply: 0,
      rows: [
        { colour: "yellow", lies: [], fits: [11], fresh: [] },
        { colour: "red", lies: [11], fits: [10, 12], fresh: [] },
        { colour: "blue", lies: [12, 14], fits: [11, 13, 15], fresh: [] },
        { colour: "green", lies: [], fits: [11], fresh: [] },
      ],
      bridges: [
        { rows: ["yellow", "red"], number: 13, bonus: true },
        { rows: ["red", "blue"], number: 5, bonus: false },
      ],
      bag: 9,
      rack_sizes: [4, 5, 6],
      laid: 0,
      gift: false,
      asked: "turn",
      waiting: null,
      symbols: false,
      ...more,
    },
    hand: { seat: 0, tiles: [number("red", 12), joker(13), joker(13), { tile: "symbol", colour: "red" }] },
    choices: moves.map((move, action) => ({ action, move })),
  };
}

describe("tiles", () => {
  it("belong on their spaces", () => {
    expect(tileOn(at("red", 7))).toEqual(joker(7));
    expect(tileOn(at("red", 0))).toEqual({ tile: "symbol", colour: "red" });
    expect(belongs(joker(13), at("green", 13))).toBe(true);
    expect(belongs(number("red", 12), at("blue", 12))).toBe(false);
    expect(placesFor(joker(13), viewOf().choices).map((choice) => choice.action)).toEqual([1, 2]);
  });

  it("of one kind have keys of their own, in the order of the board", () => {
    const tiles = [joker(13), number("green", 2), number("yellow", 20), joker(13)];
    expect(keyed(tiles, "colour").map(({ key }) => key)).toEqual([
      "tile-yellow-20",
      "tile-green-2",
      "tile-joker-13-0",
      "tile-joker-13-1",
    ]);
    expect(keyed(tiles, "number").map(({ key }) => key)[0]).toBe("tile-green-2");
    expect(keyed(tiles, "deal").map(({ key }) => key)[0]).toBe("tile-joker-13-0");
  });
});

describe("spaces", () => {
  const seen = (view: GameView, selected: string | null) =>
    rowsOf({ view, mayAct: true, selected, hint: null, fresh: [], say });
  const lit = (rows: ReturnType<typeof seen>) =>
    rows.flatMap((row) => row.places.filter((place) => place.lit).map((place) => place.key));

  it("can be tapped where the server offers it", () => {
    const rows = seen(viewOf(), null);
    expect(lit(rows)).toEqual([]);
    expect(rows.flatMap((row) => row.places.filter((place) => place.own).map((place) => place.key))).toEqual([
      "space-red-12",
      "space-red-13",
      "space-blue-13",
    ]);
    expect(rows[0]?.places).toHaveLength(20);
    expect(seen(viewOf({ symbols: true }), null)[0]?.places).toHaveLength(22);
  });

  it("light up for a tile with several, and for a drawn one that waits", () => {
    expect(lit(seen(viewOf(), "tile-joker-13-1"))).toEqual(["space-red-13", "space-blue-13"]);
    const waiting = viewOf({ asked: "bonus", waiting: joker(3) }, [
      { move: "lay", space: at("red", 3) },
      { move: "lay", space: at("green", 3) },
    ]);
    expect(lit(seen(waiting, null))).toEqual(["space-red-3", "space-green-3"]);
  });
});

describe("what a space is", () => {
  const label = (space: Space, view = viewOf(), fresh: Event[] = []) =>
    rowsOf({ view, mayAct: false, selected: null, hint: null, fresh, say })
      .find((row) => row.colour === space.colour)
      ?.places.find((place) => place.space.place === space.place)?.label;

  it("is in its name", () => {
    expect(label(at("yellow", 13))).toBe("Yellow 13, free, for a joker, bridge with a bonus to red");
    expect(label(at("blue", 5))).toBe("Blue 5, free, bridge to red");
    expect(label(at("green", 20))).toBe("Green 20, free, connection zone");
    expect(label(at("green", 9))).toBe("Green 9, free");
    expect(
      label(at("red", 11), viewOf(), [
        { event: "laid", seat: 1, tile: number("red", 11), space: at("red", 11), origin: "bonus" },
      ]),
    ).toBe("Red 11, filled, bonus tile");
  });

  it("is told with the rule behind it", () => {
    const bonus = aboutSpace(viewOf(), at("yellow", 13));
    expect(bonus.text).toMatch(
      /^Hatched: only joker 13 goes here. Bonus on the bridge yellow–red: .* It does not fit yet.$/,
    );
    expect(bonus.rule).toBe("SB-8");
    expect(aboutSpace(viewOf(), at("red", 5))).toMatchObject({ rule: "SB-7" });
    expect(aboutSpace(viewOf(), at("green", 1))).toMatchObject({ rule: "SB-6" });
    expect(aboutSpace(viewOf(), at("red", 12))).toEqual({ text: "Red 12 goes here. It fits now.", rule: "SB-4" });
    expect(aboutSpace(viewOf(), at("red", 11)).text).toMatch(/^Red 11 lies here./);
    expect(aboutSpace(viewOf({ symbols: true }), at("red", 0)).rule).toBe("SB-O1");
  });

  it("changes when the bonus is gone", () => {
    const filled = viewOf();
    filled.table.rows[0]?.lies.push(13);
    expect(aboutSpace(filled, at("red", 13))).toMatchObject({ rule: "SB-7" });
    const [bridge] = filled.table.bridges;
    expect(aboutBridge(filled.table, bridge!).rule).toBe("SB-7");
    expect(aboutBridge(viewOf().table, bridge!).rule).toBe("SB-8");
  });

  it("is told to whoever has not got its tile", () => {
    expect(aboutMissing(viewOf(), at("green", 9))).toEqual({ text: "You do not have green 9.", rule: "SB-5" });
    expect(aboutMissing(viewOf(), at("green", 20)).text).toMatch(/^You do not have green 20. Connection zone/);
  });
});

describe("a step of several", () => {
  it("lays from the rack, from the bag and as a bonus", () => {
    const rack = advance(
      viewOf(),
      { event: "laid", seat: 0, tile: joker(13), space: at("red", 13), origin: "rack" },
      say,
    );
    expect(rack.table).toMatchObject({ laid: 1, bag: 9, rack_sizes: [3, 5, 6] });
    expect(rack.table.rows[1]?.lies).toEqual([11, 13]);
    expect(rack.hand?.tiles).toHaveLength(3);
    const bonus = advance(
      rack,
      { event: "laid", seat: 0, tile: number("green", 2), space: at("green", 2), origin: "bonus" },
      say,
    );
    expect(bonus.table).toMatchObject({ laid: 1, bag: 8, rack_sizes: [3, 5, 6] });
  });

  it("shows a drawn tile until it lies", () => {
    const drawn = advance(viewOf(), { event: "drew_to_lay", seat: 1, tile: joker(3), bonus: false }, say);
    expect(drawn.table).toMatchObject({ waiting: joker(3), bag: 8, asked: "drawn" });
    const laid = advance(drawn, { event: "laid", seat: 1, tile: joker(3), space: at("blue", 3), origin: "drawn" }, say);
    expect(laid.table).toMatchObject({ waiting: null, bag: 8, laid: 1 });
  });

  it("draws and gives", () => {
    expect(advance(viewOf(), { event: "drew", seat: 1, tile: null }, say).table).toMatchObject({
      bag: 8,
      rack_sizes: [4, 6, 6],
    });
    const gave = advance(viewOf({ laid: 2, gift: true }), { event: "gave", seat: 0, to: 1, tile: joker(13) }, say);
    expect(gave.table).toMatchObject({ rack_sizes: [3, 6, 6], laid: 0, gift: false });
    expect(gave.hand?.tiles).toHaveLength(3);
    expect(advance(viewOf(), { event: "gave", seat: 2, to: 0, tile: number("blue", 1) }, say).hand?.tiles).toHaveLength(
      5,
    );
  });
});

describe("words", () => {
  afterEach(() => tongue.choose("en"));

  const laid = (origin: "rack" | "bonus" | "drawn"): Event => ({
    event: "laid",
    seat: 1,
    tile: joker(13),
    space: at("red", 13),
    origin,
  });
  const events: Event[] = [
    laid("rack"),
    laid("bonus"),
    laid("drawn"),
    { event: "drew", seat: 1, tile: null },
    { event: "drew", seat: 0, tile: number("red", 2) },
    { event: "drew_to_lay", seat: 1, tile: joker(3), bonus: true },
    { event: "drew_to_lay", seat: 1, tile: joker(3), bonus: false },
    { event: "gave", seat: 1, to: 2, tile: null },
    { event: "gave", seat: 0, to: 1, tile: joker(3) },
    { event: "gave", seat: 2, to: 0, tile: joker(3) },
    { event: "gave", seat: 2, to: 0, tile: null },
    { event: "skipped", seat: 1 },
    { event: "passed", seat: 1 },
    { event: "round_ended", seat: 1 },
  ];
  const lay: Move = { move: "lay", space: at("red", 12) };
  const give: Move = { move: "give", tile: joker(3) };
  const end: Move = { move: "end_turn" };
  const questions: [Partial<StartTable>, Move[]][] = [
    [{ asked: "first" }, [lay]],
    [{ asked: "drawn", waiting: joker(3) }, [lay]],
    [{ asked: "bonus", waiting: joker(3) }, [lay]],
    [{ asked: "free_tile" }, [lay, { move: "skip" }]],
    [{}, [lay]],
    [{}, [{ move: "pass" }]],
    [{ laid: 1 }, [lay, end]],
    [{ laid: 2 }, [lay, give, end]],
    [{ laid: 3 }, [give, end]],
    [{ laid: 1 }, [end]],
  ];

  it.each(["en", "de", "nl", "fr", "is"] as Language[])("are there for everything in %s", (language) => {
    tongue.choose(language);
    const told = events.map((event) => words.event(event, say));
    for (const text of told) expect(text).toMatch(/\S/);
    expect(new Set(told).size).toBe(events.length);
    expect(words.event({ event: "turn_ended", seat: 0 }, say)).toBeNull();
    for (const move of [lay, give, end, { move: "skip" }, { move: "pass" }] as Move[])
      expect(words.move(move, say)).toMatch(/^\p{Lu}/u);
    expect(new Set(questions.map(([table, moves]) => words.ask(viewOf(table, moves), say))).size).toBe(
      questions.length,
    );
    expect(words.read(viewOf(), say)).toMatch(/11.*12.*13/);
    expect(options.name("symbols")).toMatch(/\S/);
    expect(game.word?.(2)).toMatch(/\S/);
  });

  it.each(["en", "de", "nl", "fr", "is"] as Language[])(
    "have a short reason for every rule that refuses a move in %s",
    (language) => {
      tongue.choose(language);
      const source = readFileSync("../src/elftafel/games/start11/table.py", "utf8");
      const rules = new Set(
        [...source.slice(source.indexOf("def why_not(")).matchAll(/"(SB-\w+)"/g)].map((match) => match[1]!),
      );
      expect(rules.size).toBe(11);
      for (const rule of rules) {
        const why = words.why?.(rule, lay, viewOf(), say);
        expect(why, rule).toMatch(/\.$/);
        expect(why?.length, rule).toBeLessThan(120);
      }
      expect(words.why?.("SB-3", end, viewOf(), say)).not.toBe(words.why?.("SB-3", lay, viewOf(), say));
      expect(words.why?.("SB-O1", lay, viewOf({ asked: "free_tile" }), say)).not.toBe(
        words.why?.("SB-O1", lay, viewOf(), say),
      );
      expect(words.why?.("XX-1", lay, viewOf(), say)).toBeNull();
    },
  );

  it("put a turn in one line", () => {
    const turn: Event[] = [
      { event: "drew", seat: 1, tile: null },
      { event: "drew", seat: 1, tile: null },
      laid("rack"),
      laid("bonus"),
      { event: "gave", seat: 1, to: 2, tile: null },
    ];
    expect(words.turn?.(turn, say)).toBe(
      "drew 2 tiles; laid joker 13 on red; bonus tile joker 13 on red; gave a tile to S2",
    );
  });

  it("tell rows and symbols", () => {
    expect(rowText({ colour: "red", lies: [0, 1, 2, 3, 11], fits: [4, 10, 12], fresh: [] })).toBe(
      "Red: symbol on the left, 1 to 3, 11 lie, next: 4, 10, 12",
    );
    expect(rowText({ colour: "blue", lies: [], fits: [11], fresh: [] })).toBe("Blue: empty, next: 11");
    expect(laidName({ tile: "symbol", colour: "red" }, at("red", 0))).toBe("red symbol");
  });

  it("know every reason that the server gives", () => {
    const source = readFileSync("../src/elftafel/games/start11/reasons.py", "utf8");
    const keys = [
      ...source.slice(source.indexOf("REASONS = ("), source.indexOf("def reasons")).matchAll(/^ {4}"(\w+)"/gm),
    ].map((match) => match[1]!);
    expect(keys.length).toBe(17);
    for (const key of keys) expect(words.reason({ key, value: 2 }), key).toMatch(/\S/);
  });
});

it("draws the points of a round beside them", () => {
  const table = {};
  const hand = {
    seat: 0,
    tiles: [
      { tile: "number", colour: "red", number: 12 },
      { tile: "joker", number: 3 },
      { tile: "symbol", colour: "red" },
    ],
  };
  expect(sumOf(game.tally?.(table as never, hand as never, 0) ?? [])).toBe(-26);
});
