import { m } from "$words";
import type { OptionWords } from "../game";

const SIGNS: Record<string, () => string> = {
  standard: () => m.ja_signs_standard(),
  mild: () => m.ja_signs_mild(),
};

const ABOUT_SIGNS: Record<string, () => string> = {
  standard: () => m.ja_about_option_signs_standard(),
  mild: () => m.ja_about_option_signs_mild(),
};

const options: OptionWords = {
  name: (option) => (option === "signs" ? m.ja_option_signs() : null),
  value: (_, value) => SIGNS[value]?.() ?? null,
  about: (option, value) => (option === "signs" ? (ABOUT_SIGNS[String(value)]?.() ?? null) : null),
};

export default options;
