import { sumOf } from "$lib/scores/tally";
import { afterEach, describe, expect, it } from "vitest";
import { ruleText } from "$lib/rulebook/rulebook";
import { tongue } from "$lib/words/language.svelte";
import type { Card, Language } from "$lib/wire";
import type { Say } from "../game";
import { advance, before } from "./advance";
import game from ".";
import options from "./options";
import type { ElferTable, Event, GameView } from "./wire";
import { rowText, words } from "./words";

const red = (number: number): Card => ({ colour: "red", number });
const say: Say = { name: (seat) => `S${seat}`, seat: 0 };

function viewOf(more: Partial<ElferTable> = {}, cards: Card[] = [red(12), red(3)]): GameView {
  return {
    table: {
      players: 2,
      turn: 0,
      starter: 0,
      ply: 0,
      rows: [{ colour: "red", lies: [10, 11], fits: [9, 12] }],
      stock: 5,
      hand_sizes: [2, 4],
      laid: 0,
      opening: "eleven",
      dropped: null,
      ...more,
    },
    hand: { seat: 0, cards },
    choices: [{ action: 11, move: { move: "lay", card: red(12) } }],
  };
}

describe("a step of several", () => {
  it("lays a card on its row and takes it out of the hand", () => {
    const after = advance(viewOf(), { event: "laid", seat: 0, card: red(12) }, say);
    expect(after.table.rows[0]).toEqual({ colour: "red", lies: [10, 11, 12], fits: [9] });
    expect(after.hand?.cards).toEqual([red(3)]);
    expect(after.table.hand_sizes).toEqual([1, 4]);
    expect(after.choices).toEqual([]);
  });

  it("draws a card that only its owner sees", () => {
    const other = advance(viewOf(), { event: "drew", seat: 1, card: null }, say);
    expect(other.table).toMatchObject({ stock: 4, hand_sizes: [2, 5] });
    expect(other.hand?.cards).toHaveLength(2);
    const own = advance(viewOf(), { event: "drew", seat: 0, card: red(1) }, say);
    expect(own.hand?.cards).toHaveLength(3);
  });

  it("draws and lays", () => {
    const after = advance(viewOf(), { event: "drew_and_laid", seat: 1, card: red(9) }, say);
    expect(after.table).toMatchObject({ stock: 4, hand_sizes: [2, 4] });
    expect(after.table.rows[0]?.lies).toEqual([9, 10, 11]);
  });
});

describe("a new round", () => {
  it("is shown as it was before its first steps", () => {
    const steps: Event[] = [
      { event: "dealt_again", seat: 0 },
      { event: "laid", seat: 0, card: red(11) },
      { event: "drew", seat: 1, card: null },
      { event: "drew", seat: 0, card: red(3) },
      { event: "drew_and_laid", seat: 1, card: red(10) },
    ];
    const after = viewOf();
    const first = before(after, steps, say);
    expect(first.table).toMatchObject({ stock: 8, hand_sizes: [2, 3], rows: [{ lies: [], fits: [] }] });
    expect(first.hand?.cards).toEqual([red(12), red(11)]);
    const last = steps.reduce((view, step) => advance(view, step, say), first);
    expect(last.table).toMatchObject({ stock: 5, hand_sizes: [2, 4], rows: [{ lies: [10, 11] }] });
    expect(last.hand?.cards).toEqual(after.hand?.cards);
  });
});

describe("words", () => {
  afterEach(() => tongue.choose("en"));

  const events: Event[] = [
    { event: "dealt_again", seat: 1 },
    { event: "laid", seat: 1, card: red(12) },
    { event: "drew", seat: 1, card: null },
    { event: "drew", seat: 0, card: red(3) },
    { event: "drew_and_laid", seat: 1, card: red(9) },
    { event: "passed", seat: 1 },
    { event: "round_ended", seat: 1 },
  ];

  it.each(["en", "de", "nl", "fr", "is"] as Language[])("are there for everything in %s", (language) => {
    tongue.choose(language);
    for (const event of events) expect(words.event(event, say), event.event).toMatch(/\S/);
    expect(words.event({ event: "turn_ended", seat: 0 }, say)).toBeNull();
    expect(words.move({ move: "end_turn" }, say)).toMatch(/\S/);
    expect(words.ask(viewOf(), say)).toMatch(/\S/);
    expect(words.ask(viewOf({ laid: 2 }), say)).toContain("2");
    expect(words.read(viewOf(), say)).toContain("10");
    for (const name of ["drop_colour", "opening"]) expect(options.name(name)).toMatch(/\S/);
    for (const value of ["eleven", "outside_in", "ten_to_twelve", "drawn", "red"])
      expect(options.value?.("x", value)).toMatch(/\S/);
    expect(options.about?.("drop_colour", "red")).toMatch(/\S/);
    expect(options.about?.("opening", "drawn")).toMatch(/\S/);
    expect(options.about?.("opening", null)).toBeNull();
  });

  it.each(["en", "de", "nl", "fr", "is"] as Language[])(
    "of the rulebook explain every refusal in %s",
    async (language) => {
      for (const rule of ["ER-1", "ER-4", "ER-5", "ER-6", "ER-O1", "AL-3"]) {
        expect(await ruleText("elfer_raus", rule, language), rule).not.toBe("");
      }
    },
  );

  it("put a turn in one line", () => {
    const turn: Event[] = [
      { event: "laid", seat: 1, card: red(12) },
      { event: "laid", seat: 1, card: red(13) },
      { event: "turn_ended", seat: 1 },
    ];
    expect(words.turn?.(turn, say)).toBe("laid red 12, red 13");
    expect(
      words.turn?.(
        [
          { event: "drew", seat: 1, card: null },
          { event: "drew", seat: 1, card: null },
        ],
        say,
      ),
    ).toBe("drew 2 cards");
  });

  it("decline Icelandic cards", () => {
    tongue.choose("is");
    expect(words.move({ move: "lay", card: red(11) }, say)).toBe("Leggja út rauðu 11");
    expect(words.event({ event: "laid", seat: 1, card: red(11) }, say)).toBe("rauða 11 lögð út");
  });

  it("tell a row", () => {
    expect(rowText({ colour: "red", lies: [5, 6, 7, 11], fits: [4, 8] })).toBe("Red: 5 to 7, 11 lie, next: 4, 8");
    expect(rowText({ colour: "blue", lies: [], fits: [11] })).toBe("Blue: empty, begins with 11");
  });

  it("know every reason that the server gives", () => {
    const keys = [
      "goes_out",
      "leads_to_own",
      "clears_way",
      "keeps_block",
      "leaves_fitting",
      "nothing_fits",
      "opens_row_for_others",
      "opens_nothing",
    ];
    for (const key of keys) expect(words.reason({ key, value: 2 }), key).toMatch(/\S/);
    expect(words.reason({ key: "unknown", value: null })).toBeNull();
  });
});

describe("why not", () => {
  const why = (rule: string, card: Card, more: Partial<ElferTable> = {}) =>
    words.why?.(rule, { move: "lay", card }, viewOf(more), say);

  it("names the card that has to lie first", () => {
    expect(why("ER-6", red(3))).toBe("Red 3 needs red 4 on the table first.");
    expect(why("ER-6", red(15))).toBe("Red 15 needs red 14 on the table first.");
    expect(why("ER-6", red(9), { rows: [{ colour: "red", lies: [1, 20], fits: [2, 19] }] })).toBe(
      "Red 9 needs red 10 or red 8 on the table first.",
    );
  });

  it("names what opens a row", () => {
    expect(why("ER-5", red(3), { rows: [{ colour: "red", lies: [], fits: [11] }] })).toBe(
      "Red 3 needs red 11 on the table first.",
    );
    expect(why("ER-5", red(3), { rows: [{ colour: "red", lies: [], fits: [10, 11, 12] }] })).toBe(
      "Red 3 needs red 10, red 11 or red 12 on the table first.",
    );
  });

  it("leaves other rules to the rulebook", () => {
    expect(why("ER-1", red(3))).toBe("You do not have red 3.");
    expect(why("ER-O1", red(3))).toBeNull();
  });
});

it("draws the points of a round beside them", () => {
  const table = {};
  const hand = {
    seat: 0,
    cards: [
      { colour: "red", number: 12 },
      { colour: "red", number: 3 },
    ],
  };
  expect(sumOf(game.tally?.(table as never, hand as never, 0) ?? [])).toBe(-15);
});
