import { m } from "$words";
import type { OptionWords } from "../game";

const options: OptionWords = {
  name: (option) => (option === "simple" ? m.ee_option_simple() : null),
  about: (option) => (option === "simple" ? m.ee_about_option_simple() : null),
};

export default options;
