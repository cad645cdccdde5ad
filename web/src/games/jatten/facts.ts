import type { Facts } from "../game";
import { m } from "$words";

export const facts: Facts = {
  title: "Jatten",
  seats: 3,
  order: 3,
  back: { colour: "#4b4a72", emblem: "mask" },
  puzzles: true,
  line: () => m.ja_line(),
};
