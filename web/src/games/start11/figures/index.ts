import { m } from "$words";
import type { Figures } from "../../game";
import Thing from "./Thing.svelte";

const figures: Figures = {
  headings: { rack: () => m.sb_fig_rack() },
  pictures: { joker: "card", gift: "sign" },
  Thing,
  board: { grey: [3, 7, 13, 17] }, // only jokers have these numbers
};

export default figures;
