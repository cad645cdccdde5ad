import type { Facts } from "../game";
import { m } from "$words";

export const facts: Facts = {
  title: "11 nimmt!",
  seats: 4,
  order: 5,
  back: { colour: "#8a4526", emblem: "horns" },
  puzzles: true,
  line: () => m.en_line(),
};
