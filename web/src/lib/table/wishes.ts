/** What a host wants of a table, as a form has it, and as the server takes it. */
import type { Settings } from "$lib/wire";

/** `other`: a clock that the form does not offer; it stays as it is. */
export type ClockWish = "none" | "30" | "60" | "day" | "other";

export interface Wishes {
  seats: number;
  /** 0 for one round a seat. */
  rounds: number;
  clock: ClockWish;
  public: boolean;
  spectators: boolean;
  hints: boolean;
  options: Settings["options"];
}

const CLOCKS: Record<Exclude<ClockWish, "other">, Settings["clock"]> = {
  none: null,
  30: { clock: "decision", seconds: 30 },
  60: { clock: "decision", seconds: 60 },
  day: { clock: "decision", seconds: 86_400 },
};

/** What a new table has until somebody chooses something else. */
export const usualWishes = (seats: number): Wishes => ({
  seats,
  rounds: 0,
  clock: "none",
  public: false,
  spectators: true,
  hints: false,
  options: {},
});

/** The form's wishes for a table that has these settings. */
export function wishesOf(settings: Settings): Wishes {
  const same = Object.entries(CLOCKS).find(([, clock]) => JSON.stringify(clock) === JSON.stringify(settings.clock));
  return {
    seats: settings.seats,
    rounds: settings.rounds ?? 0,
    clock: (same?.[0] ?? "other") as ClockWish,
    public: settings.public,
    spectators: settings.spectators,
    hints: settings.hints,
    options: { ...settings.options },
  };
}

/** The settings that these wishes come to; `before` has what the form does not ask for. */
export function settingsFor<S extends Partial<Settings>>(
  wishes: Wishes,
  before: S,
): S & Omit<Settings, "game" | "draw_lots" | "chat"> {
  const clock = wishes.clock === "other" ? (before.clock ?? null) : CLOCKS[wishes.clock];
  return {
    ...before,
    seats: wishes.seats,
    rounds: wishes.rounds || null,
    clock,
    public: wishes.public,
    spectators: wishes.spectators,
    hints: wishes.hints,
    options: Object.fromEntries(Object.entries(wishes.options).filter(([, value]) => value !== null)),
  };
}
