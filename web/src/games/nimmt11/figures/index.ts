import { m } from "$words";
import type { Figures } from "../../game";
import Thing from "./Thing.svelte";

const figures: Figures = {
  headings: {
    pile: () => m.en_fig_pile(),
    piles: () => m.en_fig_piles(),
    taken: () => m.en_fig_taken(),
    bulls: () => m.en_fig_bulls(),
  },
  pictures: { bull: "round" },
  Thing,
};

export default figures;
