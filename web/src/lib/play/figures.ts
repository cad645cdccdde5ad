/** What each sound is made of: short tones and bursts of noise, as numbers. */

export type Sound =
  "lay" | "draw" | "deal" | "slide" | "bust" | "turn" | "no" | "undo" | "emote" | "count" | "won_round" | "won_match";

/** A tone falls a little, as a plucked string does; noise is what cards and felt are made of. */
export interface Voice {
  kind: "tone" | "noise";
  /** Seconds after the sound begins. */
  at: number;
  /** Hertz; for noise the middle of what is heard of it. */
  pitch: number;
  /** Seconds. */
  length: number;
  /** From 0 to 1. */
  loudness: number;
}

const tone = (at: number, pitch: number, length: number, loudness: number): Voice => ({
  kind: "tone",
  at,
  pitch,
  length,
  loudness,
});
const noise = (at: number, pitch: number, length: number, loudness: number): Voice => ({
  kind: "noise",
  at,
  pitch,
  length,
  loudness,
});

/** Cards that fall one upon another, faster and faster. */
const riffle = Array.from({ length: 14 }, (_, i) =>
  noise(0.62 * (1 - (1 - i / 14) ** 1.6), 2400 + 90 * i, 0.028, 0.16 + 0.008 * i),
);

export const FIGURES: Record<Exclude<Sound, "won_round" | "won_match">, Voice[]> = {
  lay: [noise(0, 900, 0.045, 0.5), tone(0, 150, 0.07, 0.3)], // a card on felt
  draw: [noise(0, 3200, 0.05, 0.12), tone(0.02, 165, 0.13, 0.3)],
  deal: [...riffle, noise(0.68, 700, 0.06, 0.5)],
  slide: [noise(0, 1500, 0.2, 0.2), noise(0.18, 700, 0.05, 0.4)],
  bust: [tone(0, 196, 0.16, 0.25), tone(0.13, 147, 0.28, 0.25), noise(0.1, 1100, 0.16, 0.3)],
  turn: [tone(0, 523, 0.16, 0.2), tone(0.14, 784, 0.26, 0.2)],
  no: [tone(0, 130, 0.12, 0.22)],
  undo: [noise(0, 1800, 0.08, 0.2), tone(0.03, 262, 0.08, 0.16), tone(0.1, 196, 0.1, 0.16)],
  emote: [tone(0, 880, 0.07, 0.12), tone(0.07, 1175, 0.1, 0.12)],
  count: [tone(0, 660, 0.04, 0.1)],
};

/** Half tones above the first note, each a beat long; null is a rest. A game has its own. */
export type Tune = readonly (number | null)[];

export const USUAL_TUNE: Tune = [0, 4, 7, 12];

const BEAT = 0.12; // seconds
const ROOT = 523; // hertz

/** A tune as it sounds after a round; after a match it comes again, an octave fuller. */
export function tuneOf(tune: Tune, match: boolean): Voice[] {
  const high = (step: number) => ROOT * 2 ** (step / 12);
  const once = (from: number, full: boolean): Voice[] =>
    tune.flatMap((step, i) => {
      if (step === null) return [];
      const length = i === tune.length - 1 ? 0.45 : 0.16;
      const at = from + i * BEAT;
      const note = tone(at, high(step), length, 0.2);
      return full ? [note, tone(at, high(step - 12), length, 0.16)] : [note];
    });
  if (!match) return once(0, false);
  const again = tune.length * BEAT + 0.1;
  const end = again + tune.length * BEAT;
  return [...once(0, false), ...once(again, true), tone(end, high(7), 0.6, 0.14), tone(end, high(12), 0.8, 0.18)];
}

/** When the last voice is silent again, in seconds. */
export const lengthOf = (voices: readonly Voice[]): number =>
  voices.reduce((end, voice) => Math.max(end, voice.at + voice.length), 0);
