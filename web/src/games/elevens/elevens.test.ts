import { sumOf } from "$lib/scores/tally";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { tongue } from "$lib/words/language.svelte";
import type { Card, Language } from "$lib/wire";
import type { Say } from "../game";
import { aboutMissing, aboutPlace } from "./about";
import { advance } from "./advance";
import options from "./options";
import game from "./index";
import { rowsOf } from "./places";
import type { ElevensTable, Event, GameView, Move } from "./wire";
import { belongings, rowText, words } from "./words";

const red = (number: number): Card => ({ colour: "red", number });
const yellow = (number: number): Card => ({ colour: "yellow", number });
const say: Say = { name: (seat) => `S${seat}`, seat: 0 };

function viewOf(more: Partial<ElevensTable> = {}, moves: Move[] = []): GameView {
  return {
    table: {
      players: 2,
      turn: 0,
      starter: 0,
      ply: 0,
      rows: [
        { colour: "red", lies: [9, 10, 11], jokers: [9], fits: [8, 12] },
        { colour: "yellow", lies: [11], jokers: [], fits: [10, 12] },
        { colour: "green", lies: [11], jokers: [], fits: [10, 12] },
        { colour: "blue", lies: [11], jokers: [], fits: [10, 12] },
      ],
      bridges_on_table: [],
      stock: 5,
      hand_sizes: [4, 6],
      bridges: [4, 3],
      bonuses: [0, 1],
      bonus_left: 6,
      thrown: 0,
      laid: 0,
      swapped: false,
      passes: 0,
      simple: false,
      ...more,
    },
    hand: { seat: 0, cards: [red(9), red(12), yellow(9)], jokers: 1 },
    choices: moves.map((move, action) => ({ action, move })),
  };
}

const MOVES: Move[] = [
  { move: "lay", card: red(12) },
  { move: "lay", card: yellow(9) },
  { move: "swap", card: red(9) },
  { move: "lay_joker", place: red(12) },
  { move: "lay_joker", place: yellow(10) },
  { move: "throw_joker" },
  { move: "take" },
];
const seen = (selected: string | null, mayAct = true) =>
  rowsOf({
    view: viewOf({}, MOVES),
    mayAct,
    selected,
    hint: null,
    fresh: [{ event: "laid", seat: 1, card: red(10) }],
    say,
  });
const why = (rule: string, move: Move, more: Partial<ElevensTable> = {}) => words.why?.(rule, move, viewOf(more), say);
const place = (rows: ReturnType<typeof seen>, colour: string, number: number) =>
  rows.find((row) => row.colour === colour)!.places.find((one) => one.number === number)!;

describe("places", () => {
  it("of the own cards can be tapped, those over a bridge are marked", () => {
    const rows = seen(null);
    expect(place(rows, "red", 12)).toMatchObject({
      own: true,
      lit: false,
      bridge: false,
      action: 0,
      label: "Lay red 12",
    });
    expect(place(rows, "yellow", 9)).toMatchObject({ own: true, bridge: true, action: 1 });
    expect(place(rows, "yellow", 10)).toMatchObject({ own: false, fits: true, label: "Yellow 10, free, fits now" });
    expect(place(rows, "red", 10)).toMatchObject({ lies: true, fresh: true, move: null, label: "Red 10, filled" });
  });

  it("of a joker on the table swap it", () => {
    expect(place(seen(null), "red", 9)).toMatchObject({
      joker: true,
      own: true,
      action: 2,
      label: "Swap red 9 for the joker",
    });
    expect(place(seen(null, false), "red", 9)).toMatchObject({ own: false, label: "Joker as red 9" });
  });

  it("light up for a joker that was chosen, and only those that the server offers", () => {
    const rows = seen("joker-0");
    const lit = rows.flatMap((row) => row.places.filter((one) => one.lit).map((one) => one.key));
    expect(lit).toEqual(["row-red-12", "row-yellow-10"]);
    expect(place(rows, "red", 12)).toMatchObject({ action: 3, label: "Lay a joker as red 12" });
    expect(place(rows, "yellow", 9).move).toEqual({ move: "lay_joker", place: yellow(9) });
  });
});

describe("a step of several", () => {
  it("lays a bridge from the row beside, and the card", () => {
    const bridged = advance(viewOf(), { event: "bridged", seat: 0, place: yellow(9), origin: "red" }, say);
    expect(bridged.table.bridges_on_table).toEqual([{ upper: "red", lower: "yellow", number: 9 }]);
    expect(bridged.table.bridges).toEqual([3, 3]);
    const laid = advance(bridged, { event: "laid", seat: 0, card: yellow(9) }, say);
    expect(laid.table.rows[1]?.lies).toEqual([9, 11]);
    expect(laid.table).toMatchObject({ laid: 1, hand_sizes: [3, 6] });
    expect(laid.hand?.cards).toEqual([red(9), red(12)]);
  });

  it("lays, swaps and throws jokers", () => {
    const laid = advance(viewOf(), { event: "joker_laid", seat: 0, place: red(8) }, say);
    expect(laid.table.rows[0]).toMatchObject({ lies: [8, 9, 10, 11], jokers: [8, 9], fits: [12] });
    expect(laid.hand?.jokers).toBe(0);
    const swapped = advance(viewOf(), { event: "swapped", seat: 0, card: red(9) }, say);
    expect(swapped.table.rows[0]).toMatchObject({ lies: [9, 10, 11], jokers: [] });
    expect(swapped.hand).toMatchObject({ cards: [red(12), yellow(9)], jokers: 2 });
    expect(swapped.table.laid).toBe(0);
    expect(advance(viewOf(), { event: "joker_thrown", seat: 1 }, say).table).toMatchObject({
      thrown: 1,
      hand_sizes: [4, 5],
    });
  });

  it("takes cards and bonus cards", () => {
    expect(advance(viewOf(), { event: "took", seat: 1, card: null, joker: false }, say).table).toMatchObject({
      stock: 4,
      hand_sizes: [4, 7],
    });
    expect(advance(viewOf(), { event: "took", seat: 0, card: null, joker: true }, say).hand?.jokers).toBe(2);
    expect(advance(viewOf(), { event: "bonus_won", seat: 0, colour: "red", side: "low" }, say).table).toMatchObject({
      bonuses: [1, 1],
      bonus_left: 5,
    });
    expect(advance(viewOf({ laid: 3 }), { event: "turn_ended", seat: 0 }, say).table.laid).toBe(0);
  });
});

describe("the main button", () => {
  it("ends, takes or passes", () => {
    const main = (...moves: Move[]) =>
      game.main?.(
        moves.map((move, action) => ({ action, move })),
        null,
      )?.move.move;
    expect(main(...MOVES)).toBe("take");
    expect(main({ move: "lay", card: red(1) }, { move: "end_turn" })).toBe("end_turn");
    expect(main({ move: "pass" })).toBe("pass");
    expect(main({ move: "lay", card: red(1) })).toBeUndefined();
  });
});

describe("words", () => {
  afterEach(() => tongue.choose("en"));

  const events: Event[] = [
    { event: "bridged", seat: 1, place: yellow(9), origin: "red" },
    { event: "laid", seat: 1, card: red(12) },
    { event: "joker_laid", seat: 1, place: red(12) },
    { event: "swapped", seat: 1, card: red(12) },
    { event: "joker_thrown", seat: 1 },
    { event: "bonus_won", seat: 1, colour: "red", side: "high" },
    { event: "took", seat: 1, card: null, joker: false },
    { event: "took", seat: 0, card: null, joker: true },
    { event: "took", seat: 0, card: red(3), joker: false },
    { event: "passed", seat: 1 },
    { event: "round_ended", seat: 1 },
    { event: "all_passed", seat: 1 },
  ];
  const questions: [Partial<ElevensTable>, Move[]][] = [
    [{}, MOVES],
    [{}, [{ move: "take" }]],
    [{ stock: 0 }, [{ move: "lay", card: red(12) }]],
    [{ stock: 5 }, [{ move: "lay", card: red(12) }]], // EE-O2
    [{ stock: 0 }, [{ move: "lay", card: yellow(9) }]], // EE-O3: over a bridge
    [{ laid: 1 }, [{ move: "lay", card: red(12) }]], // EE-O3: after a thrown joker
    [{ stock: 0 }, [{ move: "pass" }]],
    [{ stock: 0 }, [{ move: "pass" }, { move: "throw_joker" }]],
    [{ swapped: true }, [{ move: "throw_joker" }]],
    [{ laid: 2 }, [{ move: "lay", card: red(12) }, { move: "end_turn" }]],
    [{ laid: 4 }, [{ move: "end_turn" }]],
  ];

  it.each(["en", "de", "nl", "fr", "is"] as Language[])("are there for everything in %s", (language) => {
    tongue.choose(language);
    for (const event of events) expect(words.event(event, say), event.event).toMatch(/\S/);
    expect(new Set(events.map((event) => words.event(event, say))).size).toBe(events.length);
    expect(words.event({ event: "turn_ended", seat: 0 }, say)).toBeNull();
    for (const move of [...MOVES, { move: "pass" }, { move: "end_turn" }] as Move[])
      expect(words.move(move, say)).toMatch(/^\p{Lu}/u);
    const asked = questions.map(([table, moves]) => words.ask(viewOf(table, moves), say));
    expect(new Set(asked).size).toBe(questions.length);
    expect(words.read(viewOf({ bridges_on_table: [{ upper: "red", lower: "yellow", number: 9 }] }), say)).toMatch(
      /9.*10.*11/,
    );
    for (const option of ["simple", "brisk", "full_duty"]) {
      expect(options.name(option)).toMatch(/\S/);
      expect(options.about?.(option, true)).toMatch(/\.$/);
    }
  });

  it("put a turn in one line", () => {
    const turn: Event[] = [
      { event: "laid", seat: 1, card: red(12) },
      { event: "bridged", seat: 1, place: yellow(9), origin: "red" },
      { event: "laid", seat: 1, card: yellow(9) },
      { event: "joker_laid", seat: 1, place: red(13) },
      { event: "bonus_won", seat: 1, colour: "red", side: "high" },
      { event: "turn_ended", seat: 1 },
    ];
    expect(words.turn?.(turn, say)).toBe(
      "laid red 12, yellow 9 (bridge); laid a joker as red 13; bonus card for red 11 to 21",
    );
  });

  it("decline Icelandic cards", () => {
    tongue.choose("is");
    expect(words.move({ move: "lay_joker", place: red(11) }, say)).toBe("Leggja út jóker sem rauðu 11");
    expect(words.event({ event: "laid", seat: 1, card: red(11) }, say)).toBe("rauða 11 lögð út");
  });

  it("tell a row with its jokers, and what lies before a seat", () => {
    expect(rowText(viewOf().table.rows[0]!)).toBe("Red: 9 to 11 lie, next: 8, 12; joker as 9");
    expect(belongings(viewOf().table, 0)).toBe("4 bridges");
    expect(belongings(viewOf().table, 1)).toBe("3 bridges, 1 bonus card");
  });

  it("know every reason that the server gives", () => {
    const source = readFileSync("../src/elftafel/games/elevens/reasons.py", "utf8");
    const keys = [
      ...source.slice(source.indexOf("REASONS = ("), source.indexOf("def reasons")).matchAll(/^ {4}"(\w+)"/gm),
    ].map((match) => match[1]!);
    expect(keys.length).toBe(15);
    expect(words.reason({ key: "nothing_better", value: null })).toMatch(/\S/);
    for (const key of keys) expect(words.reason({ key, value: 2 }), key).toMatch(/\S/);
    expect(words.reason({ key: "unknown", value: null })).toBeNull();
  });
});

describe("whoever asks", () => {
  it("hears why a card cannot be laid, in one sentence", () => {
    expect(why("EE-5", { move: "lay", card: yellow(8) })).toBe(
      "Yellow 8 needs yellow 9 or yellow 7 on the table first.",
    );
    expect(why("EE-5", { move: "lay", card: yellow(21) })).toBe("Yellow 21 needs yellow 20 on the table first.");
    expect(why("EE-6", { move: "lay", card: yellow(9) })).toBe(
      "Yellow 9 can be reached only over a bridge, and you have none left.",
    );
    expect(why("EE-3", { move: "lay", card: red(3) })).toBe("You do not have red 3.");
    expect(why("EE-3", { move: "lay", card: red(12) }, { laid: 4 })).toBe(
      "Four cards are laid already: end your turn.",
    );
    expect(why("EE-9", { move: "swap", card: red(10) })).toBe(
      "You can take this joker only with red 10 from your hand.",
    );
  });

  it("hears what a place is, and what a sun brings", () => {
    const rows = seen(null);
    expect(aboutMissing(viewOf(), place(rows, "red", 12))).toBeNull();
    expect(aboutMissing(viewOf(), place(rows, "red", 13))).toEqual({ text: "You do not have red 13.", rule: "EE-5" });
    expect(aboutMissing(viewOf(), place(rows, "red", 21))?.text).toMatch(
      /^You do not have red 21\. Whoever fills .* 11 points\.$/,
    );
    expect(aboutMissing(viewOf({ simple: true }), place(rows, "red", 21))?.text).toBe("You do not have red 21.");
    expect(aboutPlace(viewOf(), place(rows, "red", 9)).text).toContain("A joker lies here as red 9.");
    expect(aboutPlace(viewOf(), place(rows, "red", 1)).rule).toBe("EE-12");
  });

  it("is not pressed to take a card while one can be laid", () => {
    const choices = (moves: Move[]) => viewOf({}, moves).choices;
    expect(game.quiet?.(choices(MOVES))).toBe(true);
    expect(game.quiet?.(choices([{ move: "take" }]))).toBe(false);
    expect(game.quiet?.(choices([{ move: "end_turn" }, { move: "lay", card: red(12) }]))).toBe(false);
  });
});

it("draws the points of a round beside them", () => {
  const table = { bonuses: [2] };
  const hand = { seat: 0, cards: [{ colour: "red", number: 20 }], jokers: 1 };
  expect(sumOf(game.tally?.(table as never, hand as never, 0) ?? [])).toBe(22 - 31);
});
