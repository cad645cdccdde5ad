/** Sounds, made in code. Never two at once: the later one waits its turn or is left out. */
import { settings } from "$lib/person/settings.svelte";

export type Sound = "lay" | "draw" | "turn" | "won" | "no";

/** Tones: start, frequency, length, loudness. */
const FIGURES: Record<Sound, [number, number, number, number][]> = {
  lay: [[0, 420, 0.05, 0.25]],
  draw: [[0, 190, 0.07, 0.25]],
  turn: [
    [0, 523, 0.14, 0.2],
    [0.13, 784, 0.2, 0.2],
  ],
  won: [
    [0, 523, 0.12, 0.2],
    [0.11, 659, 0.12, 0.2],
    [0.22, 784, 0.12, 0.2],
    [0.33, 1047, 0.3, 0.2],
  ],
  no: [[0, 130, 0.12, 0.2]],
};

let context: AudioContext | null = null;
let free = 0; // when the last sound ends

/** Play a sound, if the viewer wants any and has touched the page. */
export function play(sound: Sound): void {
  if (!settings.now.sound || !navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const figure = FIGURES[sound];
  if (free > now && figure.length === 1) return;
  const start = Math.max(now, free);
  for (const [after, frequency, length, loudness] of figure) tone(context, start + after, frequency, length, loudness);
  const last = figure[figure.length - 1];
  free = start + (last ? last[0] + last[2] : 0);
}

function tone(context: AudioContext, at: number, frequency: number, length: number, loudness: number): void {
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = "triangle";
  voice.frequency.setValueAtTime(frequency, at);
  voice.frequency.exponentialRampToValueAtTime(frequency * 0.92, at + length);
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(loudness, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(volume).connect(context.destination);
  voice.start(at);
  voice.stop(at + length + 0.02);
}
