// @ts-check
// Short, soft sounds, made by the browser itself. Nothing is heard while sound is off.

/** @import { Step } from "./types.js" */

import { settings } from "./settings.js";

/** A tone: its pitch in hertz, when it begins and how long it is heard, in seconds. @typedef {[number, number, number]} Tone */

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  drop: [
    [196, 0, 0.09],
    [98, 0.01, 0.07],
  ],
  place: [[330, 0, 0.06]],
  slide: [[165, 0, 0.05]],
  merge: [
    [392, 0, 0.06],
    [523, 0.05, 0.08],
  ],
  score: [
    [659, 0, 0.09],
    [880, 0.08, 0.12],
  ],
  won: [
    [523, 0, 0.14],
    [659, 0.11, 0.14],
    [784, 0.22, 0.3],
  ],
  lost: [
    [330, 0, 0.16],
    [262, 0.14, 0.3],
  ],
  over: [
    [440, 0, 0.14],
    [440, 0.16, 0.2],
  ],
};

/** The loudest a tone becomes, of 1. */
const LOUDEST = 0.09;

/** @type {AudioContext | null} */
let context = null;

/** @param {"drop" | "place" | "slide" | "merge" | "score" | "won" | "lost" | "over"} name */
export function play(name) {
  // Browsers let nothing be heard before the first click or key.
  if (!settings().sound || document.hidden || !navigator.userActivation?.hasBeenActive) {
    return;
  }
  if (context) {
    sound(name);
  } else {
    // The first sound takes a browser a tenth of a second to prepare: the move is drawn before it.
    requestAnimationFrame(() => setTimeout(() => sound(name)));
  }
}

/** @param {string} name */
function sound(name) {
  try {
    context ??= new AudioContext();
    for (const [pitch, begins, lasts] of SOUNDS[name]) {
      tone(context, pitch, context.currentTime + begins, lasts);
    }
  } catch {
    // A browser without sound plays on.
  }
}

/** The sound of what a move did first. @param {Step[]} steps */
export function playSteps(steps) {
  const [first] = steps;
  if (!first) {
    return;
  }
  if ("drop" in first) {
    play("drop");
  } else if ("place" in first || "swap" in first) {
    play("place");
  } else if ("slide" in first) {
    play(first.slide.some(({ merged }) => merged) ? "merge" : "slide");
  }
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} begins
 * @param {number} lasts
 */
function tone(audio, pitch, begins, lasts) {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = "sine";
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, begins);
  gain.gain.linearRampToValueAtTime(LOUDEST, begins + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, begins + lasts);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begins);
  oscillator.stop(begins + lasts + 0.02);
}
