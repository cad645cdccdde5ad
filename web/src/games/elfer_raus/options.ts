import { colourName, COLOURS } from "$lib/words/cards";
import { m } from "$words";
import type { OptionWords } from "../game";

const NAMES: Record<string, () => string> = {
  drop_colour: () => m.er_option_drop_colour(),
  opening: () => m.er_option_opening(),
};

const VALUES: Record<string, () => string> = {
  eleven: () => m.er_opening_eleven(),
  outside_in: () => m.er_opening_outside_in(),
  ten_to_twelve: () => m.er_opening_ten_to_twelve(),
  drawn: () => m.er_opening_drawn(),
};

const COLOUR: Record<string, () => string> = Object.fromEntries(
  COLOURS.map((colour) => [colour, () => colourName(colour)]),
);

/** What an option does, by its name, or by its name and value. */
const ABOUT: Record<string, () => string> = {
  drop_colour: () => m.er_about_option_drop_colour(),
  "opening eleven": () => m.er_about_option_opening_eleven(),
  "opening outside_in": () => m.er_about_option_opening_outside_in(),
  "opening ten_to_twelve": () => m.er_about_option_opening_ten_to_twelve(),
  "opening drawn": () => m.er_about_option_opening_drawn(),
};

const options: OptionWords = {
  name: (option) => NAMES[option]?.() ?? null,
  value: (_, value) => (VALUES[value] ?? COLOUR[value])?.() ?? null,
  about: (option, value) => (ABOUT[`${option} ${value}`] ?? ABOUT[option])?.() ?? null,
};

export default options;
