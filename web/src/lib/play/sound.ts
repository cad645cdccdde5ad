/** Sounds, made in code. Never two at once: the later one waits its turn or is left out. */
import { settings } from "$lib/person/settings.svelte";
import { FIGURES, lengthOf, tuneOf, USUAL_TUNE, type Sound, type Tune, type Voice } from "./figures";

export type { Sound } from "./figures";

/** What tells the viewer something waits until the last sound is over; the rest is left out. */
const WAITS = new Set<Sound>(["turn", "won_round", "won_match", "bust"]);
const LATEST = 2; // seconds that a sound may wait

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;
let free = 0; // when the last sound ends

/** Play a sound, if the viewer wants any and has touched the page. */
export function play(sound: Sound, tune: Tune = USUAL_TUNE): void {
  if (!settings.now.sound || settings.now.volume <= 0) return;
  if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  if (free > now && (!WAITS.has(sound) || free > now + LATEST)) return;
  const start = Math.max(now, free);
  const voices = sound === "won_round" || sound === "won_match" ? tuneOf(tune, sound === "won_match") : FIGURES[sound];
  for (const voice of voices) sing(context, start, voice);
  free = start + lengthOf(voices);
}

/** Be silent at once, and for what still waits. */
export function silence(): void {
  void context?.close();
  context = null;
  hiss = null;
  free = 0;
}

function sing(context: AudioContext, start: number, voice: Voice): void {
  const at = start + voice.at;
  const source = voice.kind === "tone" ? string(context, at, voice) : felt(context, voice);
  const volume = context.createGain();
  const loudness = voice.loudness * settings.now.volume;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(Math.max(0.0002, loudness), at + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + voice.length);
  source.end.connect(volume).connect(context.destination);
  source.begin.start(at);
  source.begin.stop(at + voice.length + 0.02);
}

interface Source {
  begin: AudioScheduledSourceNode;
  end: AudioNode;
}

function string(context: AudioContext, at: number, { pitch, length }: Voice): Source {
  const voice = context.createOscillator();
  voice.type = "triangle";
  voice.frequency.setValueAtTime(pitch, at);
  voice.frequency.exponentialRampToValueAtTime(pitch * 0.97, at + length);
  return { begin: voice, end: voice };
}

function felt(context: AudioContext, { pitch }: Voice): Source {
  hiss ??= noiseFor(context);
  const voice = context.createBufferSource();
  voice.buffer = hiss;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  voice.connect(filter);
  return { begin: voice, end: filter };
}

/** A quarter of a second of noise; no sound needs more. */
function noiseFor(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
