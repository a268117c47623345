import type { Mark } from './timer.ts';

const TONES: Readonly<Record<Mark, readonly number[]>> = { 60_000: [660], 30_000: [660, 660], 0: [880, 880, 880] };

/** Plays the sound of a mark of the timer: one tone, two, and three at the end. Does nothing where the browser has no sound. */
export const chime = (mark: Mark): void => {
  try {
    const context = new AudioContext();
    const tones = TONES[mark];
    tones.forEach((frequency, index) => {
      const begins = context.currentTime + index * 0.32;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.frequency.value = frequency;
      // Without a soft end it clicks.
      volume.gain.setValueAtTime(0.25, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.26);
      tone.connect(volume).connect(context.destination);
      tone.start(begins);
      tone.stop(begins + 0.27);
      if (index === tones.length - 1) tone.onended = () => void context.close();
    });
  } catch {
    // The text and the timer show the same.
  }
};
