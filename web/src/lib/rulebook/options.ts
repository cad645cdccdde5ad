/** The names that a rulebook has for options and their values, in the words of the reader. */
import type { OptionWords } from "$games/game";

/** Words for a name such as `outside_in`; the name itself if it is none of an option. */
export function optionWord(name: string, words: OptionWords | null): string {
  const said = words?.name(name) ?? words?.value?.("", name);
  return said?.split(/\s?:/)[0] ?? name; // what follows a colon is told by the rule
}
