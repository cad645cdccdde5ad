import { m } from "$words";
import type { OptionWords } from "../game";

const options: OptionWords = {
  name: (option) => (option === "symbols" ? m.sb_option_symbols() : null),
  about: (option) => (option === "symbols" ? m.sb_about_option_symbols() : null),
};

export default options;
