import { sumOf } from "$lib/scores/tally";
import { describe, expect, it } from "vitest";
import type { Choice } from "$lib/wire";
import { advance } from "./advance";
import game from ".";
import { aboutCrook, aboutSet } from "./about";
import { handChoice, keyed, lastTheft, pileChoice, seenHand, setChoices, sets } from "./collect";
import type { Event, GameView, JattenTable, Move, NumberCard, Phase } from "./wire";
import { collectionOf, oddsText, words } from "./words";
import source from "../../../../src/elftafel/games/jatten/reasons.py?raw";

const say = { name: (seat: number) => ["You", "Bo", "Cleo"][seat] ?? "?", seat: 0 };
const card = (number: number, sign: NumberCard["sign"] = "plain"): NumberCard => ({ number, sign });

function viewOf(change: Partial<JattenTable> = {}, choices: Choice<Move>[] = []): GameView {
  const table: JattenTable = {
    players: 3,
    turn: 0,
    starter: 0,
    ply: 3,
    phase: "again",
    victim: 1,
    from_pile: false,
    middle: [card(2)],
    crook_in_middle: false,
    collections: [[card(1), card(1, "eye"), card(4)], [card(3)], []],
    hand_sizes: [8, 7, 8],
    pile: 50,
    discards: [],
    turns: 2,
    winner: null,
    signs: "standard",
    ...change,
  };
  const hand = {
    seat: 0,
    cards: [card(1), card(1), card(5, "plus_one")],
    crook: true,
    known: [{ seat: 1, cards: [card(5)] }],
    bust_odds: 0.25,
  };
  return { table, hand, choices };
}

describe("what belongs to what", () => {
  it("equal cards of a hand have keys of their own", () => {
    expect(keyed([card(1), card(1), card(1, "eye")]).map((one) => one.key)).toEqual([
      "hand-1-plain",
      "hand-1-plain-1",
      "hand-1-eye",
    ]);
  });

  it("a collection is sorted by number", () => {
    expect(sets([card(7), card(1), card(7)]).map((set) => set.length)).toEqual([1, 0, 0, 0, 0, 0, 2]);
  });

  it("a hand is robbed, drawn from again, or looked at", () => {
    const again: Choice<Move>[] = [{ action: 34, move: { move: "draw_again" } }];
    const view = viewOf({}, again);
    expect(handChoice(view, again, 1)?.action).toBe(34);
    expect(handChoice(view, again, 2)).toBeNull();
    const rob: Choice<Move>[] = [{ action: 30, move: { move: "rob", victim: 2 } }];
    expect(handChoice(view, rob, 2)?.action).toBe(30);
    const look: Choice<Move>[] = [{ action: 37, move: { move: "look", at: 1 } }];
    expect(handChoice(view, look, 1)?.action).toBe(37);
    expect(pileChoice(view, again)).toBeNull();
    expect(pileChoice(viewOf({ victim: null, from_pile: true }), again)?.action).toBe(34);
  });

  it("a number is stolen from the robbed, swapped or discarded by oneself", () => {
    const choices: Choice<Move>[] = [
      { action: 1, move: { move: "steal", card: card(3) } },
      { action: 2, move: { move: "swap", one: card(1), other: card(1, "eye") } },
      { action: 3, move: { move: "discard", number: 4 } },
    ];
    const of = (seat: number, number: number) =>
      setChoices(viewOf(), choices, seat, number, 0).map((choice) => choice.action);
    expect([of(1, 3), of(2, 3), of(0, 1), of(0, 4), of(1, 4)]).toEqual([[1], [], [2], [3], []]);
  });

  it("only the thief's own look is shown", () => {
    const looked = (seat: number, cards: NumberCard[] | null): Event => ({ event: "looked", seat, at: 1, cards });
    expect(seenHand(viewOf(), [looked(0, [card(5)])], 0)?.cards).toEqual([card(5)]);
    expect(seenHand(viewOf(), [looked(2, [card(3)])], 0)).toBeNull();
    expect(seenHand(viewOf(), [looked(0, null)], 0)).toBeNull();
    expect(lastTheft([looked(0, null)])).toBeNull();
  });

  it("an eye shows the crook too, and what is drawn since leaves the hand", () => {
    const fresh: Event[] = [{ event: "looked", seat: 0, at: 1, cards: [card(5)] }];
    expect(seenHand(viewOf(), fresh, 0)).toEqual({ at: 1, cards: [card(5)], crook: true });
    const drawn: Event = { event: "drew", seat: 0, victim: 1, card: card(5) };
    expect(seenHand(advance(viewOf(), drawn, say), [...fresh, drawn], 0)).toEqual({ at: 1, cards: [], crook: true });
    const crook: Event = { event: "drew", seat: 0, victim: 1, card: null };
    expect(seenHand(advance(viewOf(), crook, say), [...fresh, crook], 0)).toEqual({
      at: 1,
      cards: [card(5)],
      crook: false,
    });
  });
});

describe("after a step", () => {
  it("a played card is in the collection", () => {
    const after = advance(viewOf(), { event: "played", seat: 0, card: card(1) }, say);
    expect(after.hand?.cards).toHaveLength(2);
    expect(after.table.collections[0]).toHaveLength(4);
    expect(after.table.hand_sizes).toEqual([7, 7, 8]);
  });

  it("a drawn card lies in the middle and is not known in the hand any more; a bust takes all back", () => {
    let view = advance(viewOf(), { event: "drew", seat: 0, victim: 1, card: card(5) }, say);
    expect(view.table.middle).toEqual([card(2), card(5)]);
    expect(view.hand?.known[0]?.cards).toEqual([]);
    expect(view.hand?.bust_odds).toBeNull();
    view = advance(view, { event: "drew", seat: 0, victim: 1, card: null }, say);
    expect([view.table.crook_in_middle, view.table.hand_sizes[1]]).toEqual([true, 5]);
    view = advance(view, { event: "busted", seat: 0, victim: 1, cards: [card(2), card(5)], crook: true }, say);
    expect([view.table.middle, view.table.crook_in_middle, view.table.hand_sizes[1]]).toEqual([[], false, 8]);
  });

  it("what is stolen from the viewer leaves the hand", () => {
    let view = advance(
      viewOf({ turn: 1, victim: 0, middle: [] }),
      { event: "drew", seat: 1, victim: 0, card: card(5, "plus_one") },
      say,
    );
    expect(view.hand?.cards).toEqual([card(1), card(1)]);
    view = advance(view, { event: "drew", seat: 1, victim: 0, card: null }, say);
    expect(view.hand?.crook).toBe(false);
    view = advance(view, { event: "stopped", seat: 1, victim: 0, cards: [card(5, "plus_one")], crook: true }, say);
    expect(view.hand?.crook).toBe(true);
    expect(view.table.collections[1]).toEqual([card(3), card(5, "plus_one")]);
    view = advance(view, { event: "stole", seat: 1, victim: 0, card: card(4) }, say);
    expect(view.table.collections.map((one) => one.length)).toEqual([2, 3, 0]);
  });

  it("the pile, the discards and hands change as told", () => {
    let view = advance(viewOf(), { event: "discarded", seat: 0, cards: [card(1), card(1, "eye")] }, say);
    expect([view.table.collections[0], view.table.discards.length]).toEqual([[card(4)], 2]);
    view = advance(view, { event: "into_hand", seat: 0, card: card(7) }, say);
    expect([view.hand?.cards.length, view.table.pile]).toEqual([4, 49]);
    view = advance(view, { event: "into_hand", seat: 1, card: null }, say);
    expect([view.hand?.cards.length, view.table.hand_sizes[1]]).toEqual([4, 8]);
    view = advance(view, { event: "renewed", seat: 0, cards: 30 }, say);
    expect([view.table.pile, view.table.discards]).toEqual([30, []]);
    view = advance(view, { event: "into_collection", seat: 2, card: card(6) }, say);
    expect(view.table.collections[2]).toEqual([card(6)]);
  });
});

describe("words", () => {
  it("ask in every phase", () => {
    const phases: Phase[] = ["play", "rob", "again", "look", "swap", "theft", "refill"];
    expect(new Set(phases.map((phase) => words.ask(viewOf({ phase }), say))).size).toBe(phases.length);
  });

  it("tell a turn in one line", () => {
    const turn: Event[] = [
      { event: "played", seat: 1, card: card(7) },
      { event: "drew", seat: 1, victim: 0, card: card(6) },
      { event: "drew", seat: 1, victim: 0, card: null },
      { event: "stopped", seat: 1, victim: 0, cards: [card(6)], crook: true },
      { event: "stole", seat: 1, victim: 0, card: card(4) },
      { event: "discarded", seat: 1, cards: [card(2), card(2)] },
      { event: "into_hand", seat: 1, card: null },
      { event: "into_hand", seat: 1, card: null },
    ];
    expect(words.turn?.(turn, say)).toBe(
      "played the 7; drew from your hand: the 6, the crook; stopped and kept the 6; the crook takes the 4 from your collection; discarded 2, 2; drew 2 cards",
    );
  });

  it("do not tell what an eye showed to another", () => {
    expect(words.event({ event: "looked", seat: 1, at: 2, cards: null }, say)).toBe("looked at the hand of Cleo");
    expect(words.event({ event: "looked", seat: 1, at: 0, cards: [card(3)] }, say)).toBe("looked at your hand");
    expect(words.event({ event: "looked", seat: 0, at: 1, cards: [card(3)] }, say)).toContain(": 3");
  });

  it("say what comes first when something else is tried", () => {
    const play: Move = { move: "play", card: card(5) };
    const phases: Phase[] = ["play", "rob", "again", "look", "swap", "theft", "refill"];
    const said = phases.map((phase) => words.why?.("JA-4", play, viewOf({ phase }), say));
    expect(new Set(said).size).toBe(phases.length);
    expect(said[5]).toBe("First the crook: take a card from the collection of Bo, or nothing.");
    expect(words.why?.("JA-5", { move: "rob", victim: 2 }, viewOf(), say)).toBe(
      "You draw from the hand of Bo until you stop.",
    );
    expect(words.why?.("JA-5", { move: "rob", victim: 2 }, viewOf({ from_pile: true, victim: null }), say)).toBe(
      "You draw from the pile until you stop.",
    );
    expect(
      words.why?.("JA-R6", { move: "swap", one: card(4), other: card(4) }, viewOf({ phase: "swap" }), say),
    ).toContain("two cards of this number");
    expect(words.why?.("JA-4", { move: "play", card: card(5, "eye") }, viewOf({ phase: "rob" }), say)).toMatch(
      /^You have played a card already.* 5 with an eye: .*In a collection the sign does nothing\.$/,
    );
  });

  it("tell what a set and its signs do", () => {
    expect(aboutSet("Your collection", 4, [card(4)]).text).toBe(
      "Your collection, 4: 1 card. Six of one number in your collection win the round.",
    );
    const told = aboutSet("Collection of Bo", 4, [card(4), card(4, "eye"), card(4, "eye"), card(4, "plus_one")]);
    expect(told.text.match(/4 with/g)).toHaveLength(2);
    expect(told.rule).toBe("JA-8");
    expect(aboutCrook()).toEqual({ text: expect.stringContaining("never played") as string, rule: "JA-R2" });
  });

  it("name the number that busts", () => {
    expect(
      words.event(
        { event: "busted", seat: 1, victim: 0, cards: [card(2), card(5), card(2, "eye")], crook: false },
        say,
      ),
    ).toBe("bust, 2 came twice: all go back");
  });

  it("know every reason of a hint", () => {
    const keys = [...(/REASONS = \(([^]*?)\n\)/.exec(source)?.[1] ?? "").matchAll(/^ {4}"(\w+)"/gm)].map(
      (match) => match[1] ?? "",
    );
    expect(keys.length).toBeGreaterThan(20);
    for (const key of keys) expect(words.reason({ key, value: 0.5 }), key).toBeTruthy();
  });

  it("odds and collections", () => {
    expect(oddsText(0.404)).toBe("Risk of a bust: 40%");
    expect(oddsText(0)).toBe("No card there can bust you");
    expect(collectionOf([card(3), card(3)], "Bo", false)).toBe("Collection of Bo: 3: 2 cards");
    expect(words.read(viewOf(), say)).toContain("In the middle: 2");
  });
});

it("the main button stops or declines, and drawing again stands beside it", () => {
  const choices: Choice<Move>[] = [
    { action: 34, move: { move: "draw_again" } },
    { action: 35, move: { move: "stop" } },
  ];
  expect(game.main?.(choices, null)?.action).toBe(35);
  expect(game.others?.(choices).map((choice) => choice.action)).toEqual([34]);
});

it("giving something up is not the loud button while there is more to do", () => {
  const keep: Choice<Move> = { action: 1, move: { move: "keep" } };
  expect(game.quiet?.([keep])).toBe(false);
  expect(game.quiet?.([keep, { action: 2, move: { move: "discard", number: 3 } }])).toBe(true);
  expect(
    game.quiet?.([
      { action: 34, move: { move: "draw_again" } },
      { action: 35, move: { move: "stop" } },
    ]),
  ).toBe(false);
});

it("draws the points of a round beside them", () => {
  const table = {
    winner: 1,
    collections: [
      [
        { number: 2, sign: "plain" },
        { number: 2, sign: "eye" },
        { number: 7, sign: "plain" },
      ],
    ],
  };
  const hand = { seat: 0, cards: [], crook: true };
  expect(sumOf(game.tally?.(table as never, hand as never, 0) ?? [])).toBe(2);
});
