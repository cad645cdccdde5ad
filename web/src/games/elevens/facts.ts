import type { Facts } from "../game";
import { m } from "$words";

export const facts: Facts = {
  title: "11 Elevens",
  seats: 3,
  order: 2,
  back: { colour: "#7d3a54", emblem: "arches" },
  puzzles: true,
  line: () => m.ee_line(),
};
