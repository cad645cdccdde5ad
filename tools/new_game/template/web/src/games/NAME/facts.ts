import { m } from "$words";
import type { Facts } from "../game";

export const facts: Facts = {
  title: "TITLE",
  seats: 3,
  order: 100, // behind the games that were there before
  line: () => m.NAME_line(),
};
