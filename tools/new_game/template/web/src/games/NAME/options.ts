import { m } from "$words";
import type { OptionWords } from "../game";

const options: OptionWords = {
  name: (option) => (option === "higher" ? m.NAME_option_higher() : null),
  about: (option) => (option === "higher" ? m.NAME_about_option_higher() : null),
};

export default options;
