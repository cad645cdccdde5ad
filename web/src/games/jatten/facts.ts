import type { Facts } from "../game";
import { m } from "$words";

export const facts: Facts = {
  title: "Jatten",
  seats: 3,
  order: 3,
  line: () => m.ja_line(),
};
