import { m } from "$words";
import type { Figures } from "../../game";
import Digits from "../parts/Digits.svelte";
import Thing from "./Thing.svelte";

const figures: Figures = {
  headings: {
    middle: () => m.ja_fig_middle(),
    collection: () => m.ja_fig_collection(),
    theirs: () => m.ja_fig_theirs(),
    other: () => m.ja_fig_other(),
    seen: () => m.ja_fig_seen(),
    discarded: () => m.ja_fig_discarded(),
    gained: () => m.ja_fig_gained(),
  },
  piled: ["collection", "theirs", "other"],
  pictures: { crook: "card" },
  signs: ["plus_one", "eye", "two_for_three"],
  Thing,
  Shared: Digits,
};

export default figures;
