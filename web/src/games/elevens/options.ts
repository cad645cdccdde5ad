import { m } from "$words";
import type { OptionWords } from "../game";

const NAMES: Record<string, () => string> = {
  simple: () => m.ee_option_simple(),
  brisk: () => m.ee_option_brisk(),
  full_duty: () => m.ee_option_full_duty(),
};

const ABOUT: Record<string, () => string> = {
  simple: () => m.ee_about_option_simple(),
  brisk: () => m.ee_about_option_brisk(),
  full_duty: () => m.ee_about_option_full_duty(),
};

const options: OptionWords = {
  name: (option) => NAMES[option]?.() ?? null,
  about: (option) => ABOUT[option]?.() ?? null,
};

export default options;
