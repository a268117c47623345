import { describe, expect, it } from 'vitest';
import {
  clockFace,
  commandOf,
  fresh,
  inWords,
  LENGTH,
  markPassed,
  pause,
  phaseOf,
  press,
  remaining,
  start,
  wordsAt,
  wordsAtStart,
} from './timer.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;

describe('the practice timer', () => {
  it('has two minutes to prepare and seven to speak', () => {
    expect([clockFace(remaining(fresh('prep'), NOON)), clockFace(remaining(fresh('speech'), NOON))]).toEqual([
      '2:00',
      '7:00',
    ]);
    expect(phaseOf(fresh('prep'), NOON)).toBe('ready');
  });

  it('counts down while it runs, stands still while it is paused, and goes on from there', () => {
    const running = start(fresh('speech'), NOON);
    expect([phaseOf(running, NOON + MINUTE), remaining(running, NOON + MINUTE)]).toEqual(['running', 6 * MINUTE]);
    const paused = pause(running, NOON + MINUTE);
    expect([phaseOf(paused, NOON + 9 * MINUTE), remaining(paused, NOON + 9 * MINUTE)]).toEqual(['paused', 6 * MINUTE]);
    const again = start(paused, NOON + 9 * MINUTE);
    expect(remaining(again, NOON + 10 * MINUTE)).toBe(5 * MINUTE);
  });

  it('is right after a sleep of any length, without a tick in between', () => {
    const running = start(fresh('prep'), NOON);
    expect(remaining(running, NOON + 90_000)).toBe(30_000);
    expect([remaining(running, NOON + 3 * 3_600_000), phaseOf(running, NOON + 3 * 3_600_000)]).toEqual([0, 'over']);
  });

  it('gives nobody more time when a clock is set back', () => {
    expect(remaining(start(fresh('prep'), NOON), NOON - 3_600_000)).toBe(LENGTH.prep);
  });

  it('begins again once it is over, and is left alone while it runs', () => {
    const running = start(fresh('prep'), NOON);
    expect(start(running, NOON + 30_000)).toBe(running);
    const again = start(running, NOON + 5 * MINUTE);
    expect([phaseOf(again, NOON + 5 * MINUTE), remaining(again, NOON + 5 * MINUTE)]).toEqual(['running', LENGTH.prep]);
  });

  it('paused in its last moment is over, not paused', () => {
    const late = pause(start(fresh('prep'), NOON), NOON + 2 * MINUTE);
    expect(phaseOf(late, NOON)).toBe('over');
  });

  it('goes from the end of the preparation on to the speech with the same button that starts and pauses', () => {
    const running = press(fresh('prep'), NOON);
    expect(phaseOf(running, NOON + 1_000)).toBe('running');
    expect(phaseOf(press(running, NOON + 1_000), NOON + 1_000)).toBe('paused');
    const speech = press(running, NOON + 2 * MINUTE);
    expect([speech.mode, remaining(speech, NOON + 3 * MINUTE)]).toEqual(['speech', 6 * MINUTE]);
    const again = press(speech, NOON + 9 * MINUTE);
    expect([again.mode, remaining(again, NOON + 9 * MINUTE)]).toEqual(['speech', 7 * MINUTE]);
  });

  it.each([
    [120_000, '2:00'],
    [119_999, '2:00'],
    [119_000, '1:59'],
    [9_001, '0:10'],
    [1, '0:01'],
    [0, '0:00'],
  ])('shows %d ms as %s', (left, face) => {
    expect(clockFace(left)).toBe(face);
  });

  it.each([
    [61_000, 60_000, 60_000],
    [60_000, 59_800, undefined],
    [30_100, 29_900, 30_000],
    [200, 0, 0],
    [0, 0, undefined],
    [90_000, 10_000, 30_000],
    [90_000, 0, 0],
    [10_000, 120_000, undefined],
  ] as const)('from %d to %d ms passes %s', (before, after, mark) => {
    expect(markPassed(before, after)).toBe(mark);
  });

  it('announces the marks in words', () => {
    expect([wordsAt('prep', 60_000), wordsAt('speech', 30_000), wordsAt('prep', 0)]).toEqual([
      'One minute left.',
      'Thirty seconds left.',
      'Time. Preparation is over.',
    ]);
    expect(wordsAtStart(fresh('speech'), NOON)).toBe('Speech started. 7 minutes.');
    expect(wordsAtStart(pause(start(fresh('prep'), NOON), NOON + 55_000), NOON)).toBe(
      'Preparation goes on. 1 minute 5 seconds left.',
    );
    expect([inWords(0), inWords(1_000), inWords(60_000)]).toEqual(['0 seconds', '1 second', '1 minute']);
  });

  it('accepts its four keys in either case, and leaves those with Ctrl, Alt or the system’s key to the browser', () => {
    const press = (key: string, more: object = {}) =>
      commandOf({ key, ctrlKey: false, altKey: false, metaKey: false, ...more });
    expect(['s', 'R', 'p', 'T', 'x', 'toString', ' '].map((key) => press(key))).toEqual([
      'start-or-pause',
      'reset',
      'prep',
      'speech',
      undefined,
      undefined,
      undefined,
    ]);
    expect([press('r', { ctrlKey: true }), press('p', { metaKey: true }), press('s', { altKey: true })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
