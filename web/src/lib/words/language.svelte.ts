/**
 * The language of the screens. Every message reads it, so that a change shows everywhere at once.
 */
import { overwriteGetLocale } from "../../paraglide/runtime.js";
import { keep, recall } from "$lib/person/kept";
import type { Language } from "$lib/wire";

export const LANGUAGES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  nl: "Nederlands",
  fr: "Français",
  is: "Íslenska",
};

/** The first language of the browser that we speak. */
export function guess(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const short = tag.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short as Language;
  }
  return "en";
}

class Tongue {
  now = $state<Language>("en");

  constructor() {
    const kept = recall<string>("language", "");
    this.now = kept in LANGUAGES ? (kept as Language) : guess(navigator.languages ?? []);
    overwriteGetLocale(() => this.now);
  }

  /**
   * The languages in which to write dates and numbers, best first: with the browser's own region.
   * German is the second choice for Icelandic, which writes them alike and some browsers lack.
   */
  get regional(): string[] {
    const own = navigator.languages?.find((tag) => tag.slice(0, 2).toLowerCase() === this.now) ?? this.now;
    return this.now === "is" ? [own, "de"] : [own];
  }

  choose(language: Language): void {
    this.now = language;
    keep("language", language);
  }
}

export const tongue = new Tongue();
