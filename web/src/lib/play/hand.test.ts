import { expect, it } from "vitest";
import { cardWith, heirOf, stopIn, tapOn, type HandItem } from "./hand";

const card = (number: number, playable = false): HandItem => ({
  key: `card-${number}`,
  label: `${number}`,
  about: "",
  number,
  playable,
});
const hand = [card(1), card(2, true), card(11, true), card(12), card(20)];

it("the tab stop stays at its card, else goes to one that can be played", () => {
  expect(stopIn(hand, "card-12")).toBe(3);
  expect(stopIn(hand, "gone")).toBe(1);
  expect(stopIn(hand, null)).toBe(1);
  expect(stopIn([card(1)], null)).toBe(0);
  expect(stopIn([], null)).toBe(0);
});

it("what stands in the place of a card that is gone gets its focus", () => {
  expect(heirOf("b", ["a", "b", "c"], ["a", "c"])).toBe("c");
  expect(heirOf("c", ["a", "b", "c"], ["a", "b"])).toBe("b");
  expect(heirOf("c", ["c"], [])).toBeNull();
  expect(heirOf("new", [], ["a"])).toBe("a");
});

it("digits lead to a number, the next one first, and the second digit to a longer one", () => {
  const typed = (text: string, here: number) => cardWith(hand, text, here)?.number;
  expect(typed("1", 1)).toBe(1);
  expect(typed("1", 0)).toBe(1); // once around
  expect(typed("11", 2)).toBe(11);
  expect(typed("12", 0)).toBe(12);
  expect(typed("2", 1)).toBe(2);
  expect(cardWith([card(12), card(20)], "2", 0)?.number).toBe(20);
  expect(typed("7", 0)).toBeUndefined();
});

it("a tap plays a card, or selects it first for those who want that", () => {
  const [no, yes] = [hand[0]!, hand[1]!];
  expect(tapOn(no, null, true)).toBe("blocked");
  expect(tapOn(yes, null, false)).toBe("play");
  expect(tapOn(yes, null, true)).toBe("select");
  expect(tapOn(yes, "card-11", true)).toBe("select");
  expect(tapOn(yes, yes.key, true)).toBe("play");
});
