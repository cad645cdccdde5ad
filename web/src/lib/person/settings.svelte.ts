/** What a viewer chose for this browser. Nothing of it concerns the server. */
import { prefersReducedMotion } from "svelte/motion";
import { keep, recall } from "./kept";

export const SPEEDS = ["slow", "normal", "fast", "instant"] as const;
export const THEMES = ["auto", "paper", "night"] as const;
export const SORTS = ["colour", "number", "deal"] as const;

export interface Choices {
  speed: (typeof SPEEDS)[number];
  sound: boolean;
  /** How loud sounds are, from 0 to 1. */
  volume: number;
  confirm: boolean;
  sort: (typeof SORTS)[number];
  theme: (typeof THEMES)[number];
  large: boolean;
  palette: "usual" | "strong";
  notify: boolean;
  /** Faces that others show are seen. */
  emotes: boolean;
  /** The first match of each game has a coach. */
  coach: boolean;
}

const USUAL: Choices = {
  speed: "normal",
  sound: true,
  volume: 0.7,
  confirm: false,
  sort: "colour",
  theme: "auto",
  large: false,
  palette: "usual",
  notify: false,
  emotes: true,
  coach: true,
};

const FACTOR: Record<Choices["speed"], number> = { slow: 1.8, normal: 1, fast: 0.45, instant: 0 };

class Settings {
  now = $state<Choices>({ ...USUAL, ...recall<Partial<Choices>>("settings", {}) });

  set<K extends keyof Choices>(name: K, value: Choices[K]): void {
    this.now[name] = value;
    keep("settings", $state.snapshot(this.now));
  }

  /** How much longer than usual things take to be seen; 0 is instant. */
  get pace(): number {
    return FACTOR[this.now.speed];
  }

  /** How much longer than usual things move; 0 is not at all. */
  get motion(): number {
    return prefersReducedMotion.current ? 0 : this.pace;
  }

  /** Write the settings that the style sheet reads to the root element. */
  wear(): void {
    const root = document.documentElement;
    root.dataset["theme"] = this.now.theme;
    root.dataset["palette"] = this.now.palette;
    root.dataset["size"] = this.now.large ? "large" : "usual";
    root.style.setProperty("--motion", String(this.motion));
  }
}

export const settings = new Settings();
