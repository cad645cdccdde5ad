import type { Figures } from "../../game";
import Thing from "./Thing.svelte";

const figures: Figures = {
  pictures: { joker: "card", bonus: "sign" },
  Thing,
  board: { last: 21 },
};

export default figures;
