import { m } from "$words";
import type { OptionWords } from "../game";

const options: OptionWords = {
  name: (option) => (option === "open_piles" ? m.en_option_open_piles() : null),
  about: (option) => (option === "open_piles" ? m.en_about_option_open_piles() : null),
};

export default options;
