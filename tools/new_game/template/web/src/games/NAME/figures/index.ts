import { m } from "$words";
import type { Figures } from "../../game";

const figures: Figures = {
  headings: {
    pile: () => m.NAME_fig_pile(),
    taken: () => m.NAME_fig_taken(),
  },
};

export default figures;
