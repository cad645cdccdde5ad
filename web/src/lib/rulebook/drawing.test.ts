import { describe, expect, it } from "vitest";
import { loadFigures, NAMES } from "$games";
import { drawing, stacks, type Vocabulary } from "./drawing";
import { headingText, vocabularyOf } from "./figures";
import { parts, read, sayings } from "./markdown";
import { rulebook, ruleIn } from "./rulebook";
import type { Language } from "$lib/wire";

const SAID: Vocabulary = {
  headings: ["hand", "rack", "middle", "pile", "collection"],
  pictures: ["joker", "crook"],
  signs: ["eye"],
};
const LANGUAGES: Language[] = ["en", "de", "nl", "fr", "is"];

describe("a drawn example", () => {
  it("is a board with rows, zones and bridges", () => {
    const [board] = drawing("columns=1-2,20;zones=1;red=1-2,20?;yellow=;blue=2j!*;bridges=red2,yellow2*", SAID);
    if (board?.kind !== "board") throw new Error("no board");
    expect(board.columns).toEqual([1, 2, null, 20]);
    expect(board.zones).toEqual([1]);
    expect(board.bridges).toEqual([
      { colour: "red", number: 2, bonus: false },
      { colour: "yellow", number: 2, bonus: true },
    ]);
    expect(board.rows.map((row) => [row.colour, [...row.spaces.keys()]])).toEqual([
      ["red", [1, 2, 20]],
      ["yellow", []],
      ["blue", [2]],
    ]);
    expect(board.rows[0]?.spaces.get(20)).toMatchObject({ lies: false, fits: true });
    expect(board.rows[2]?.spaces.get(2)).toEqual({
      number: 2,
      lies: true,
      fits: false,
      fresh: true,
      joker: true,
      bonus: true,
    });
  });

  it("is things under headings, and a counter", () => {
    expect(
      drawing("hand=red13?,green3~,>,joker!;rack=joker7,blue;middle=5.eye,6,crook;pile=33.7;counter=2/4", SAID),
    ).toEqual([
      {
        kind: "things",
        heading: "hand",
        things: [
          { kind: "card", colour: "red", number: 13, mark: "fits" },
          { kind: "card", colour: "green", number: 3, mark: "not" },
          { kind: "arrow", mark: null },
          { kind: "picture", name: "joker", number: null, mark: "new" },
        ],
      },
      {
        kind: "things",
        heading: "rack",
        things: [
          { kind: "picture", name: "joker", number: 7, mark: null },
          { kind: "symbol", colour: "blue", mark: null },
        ],
      },
      {
        kind: "things",
        heading: "middle",
        things: [
          { kind: "number", number: 5, sign: "eye", mark: null },
          { kind: "number", number: 6, sign: null, mark: null },
          { kind: "picture", name: "crook", number: null, mark: null },
        ],
      },
      { kind: "things", heading: "pile", things: [{ kind: "number", number: 33, sign: "7", mark: null }] },
      { kind: "counter", laid: 2, most: 4 },
    ]);
  });

  it.each([
    "",
    "red=1",
    "columns=a",
    "columns=1-3;red=x",
    "columns=1;bridges=pink2",
    "hand=",
    "hand=pink3",
    "hand=5.tail",
    "counter=2",
    "table=red1",
    "hand=crook.eye",
  ])("is refused if it says nothing: %s", (text) => expect(() => drawing(text, SAID)).toThrow("not a drawing"));

  it("puts cards of one number on one another", () => {
    const [line] = drawing("collection=1,3,3,>,3", SAID);
    if (line?.kind !== "things") throw new Error("no things");
    expect(stacks(line.things).map((stack) => stack.length)).toEqual([1, 2, 1, 1]);
  });
});

describe("rulebooks with drawings", () => {
  const book =
    "# Title\n\n- One rule here that is long enough. [XY-1]\n\n![Red 1 lies.](draw:columns=1-2;red=1)\n\n- Another rule, as long as that. [XY-2]\n";

  it("have them between their lists", () => {
    expect(read(book)).toMatchObject([
      { kind: "title" },
      { kind: "list" },
      { kind: "figure", caption: "Red 1 lies.", drawing: "columns=1-2;red=1" },
      { kind: "list" },
    ]);
  });

  it("tell a rule without its drawing", () => expect(ruleIn(book, "XY-2")).toBe("Another rule, as long as that."));

  it.each(LANGUAGES)("can be drawn in %s", async (language) => {
    for (const game of NAMES) {
      const own = await loadFigures(game);
      const figures = read(await rulebook(game, language)).filter((block) => block.kind === "figure");
      expect(figures.length, game).toBeGreaterThan(4);
      for (const figure of figures) {
        const parts = drawing(figure.drawing, vocabularyOf(own));
        expect(parts, figure.drawing).not.toEqual([]);
        for (const part of parts)
          if (part.kind === "things") expect(headingText(own, part.heading)).not.toBe(part.heading);
      }
    }
  });
});

it("a line is parted into what is said with each rule, with its marks", () => {
  const text = "One *thing* [XY-1]; another [XY-2, XY-3]. The end.";
  const lines = sayings(text);
  expect(lines.map(({ ids }) => ids)).toEqual([["XY-1"], ["XY-2", "XY-3"], []]);
  const words = lines.map((saying) => saying.parts.map((part) => (part.kind === "ids" ? "#" : part.text)).join(""));
  expect(words).toEqual(["One thing #;", " another #.", " The end."]);
  expect(lines.flatMap((saying) => saying.parts).filter((part) => part.kind === "ids")).toEqual(
    parts(text).filter((part) => part.kind === "ids"),
  );
});
