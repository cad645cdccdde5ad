import type { Facts } from "../game";
import { m } from "$words";

export const facts: Facts = {
  title: "Elfer raus!",
  seats: 4,
  order: 1,
  back: { colour: "#1f5f8b", emblem: "sun" },
  puzzles: true,
  line: () => m.er_line(),
};
