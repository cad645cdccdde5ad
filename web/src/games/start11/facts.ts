import type { Facts } from "../game";
import { m } from "$words";

export const facts: Facts = {
  title: "11!",
  seats: 3,
  order: 4,
  back: { colour: "#2f6f63", emblem: "tiles" },
  puzzles: true,
  line: () => m.sb_line(),
};
