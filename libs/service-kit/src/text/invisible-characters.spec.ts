import { describe, expect, it } from 'vitest';
import { mapTexts, withoutInvisible, withoutTurns } from './invisible-characters.ts';

describe('a text', () => {
  it.each([
    'novi\u200bce',
    'novice\ufeff',
    'no\u00advice',
    'nov\u2060ice',
    'novi\u200cce',
    'novi\u200dce',
    'novice\u200e',
    'n\ufe0fovice',
    'novice\u{e0041}',
    'novice\u3164',
    `${'\u200b'.repeat(20)}n\u200do\u200dvice`,
  ])('that looks like another one is that one: %j', (text) => {
    expect(withoutInvisible(text)).toBe('novice');
  });

  it('has each accent in one character with its base', () => {
    expect(withoutInvisible('Jose\u0301 Nu\u0303n\u0303ez')).toBe('Jos\u00e9 N\u0169\u00f1ez');
  });

  it.each([
    ['a Japanese name in its own form', '神\ufa19'],
    ['a Persian name', 'علی‌رضا'],
    ['Hindi', 'क्‍ष and र‍्'],
    ['Hebrew with marks of direction', 'שלום!\u200f'],
    ['a judge', '🎤👩‍⚖️ Ada 🇳🇬'],
    ['a family', '👨🏽‍👩🏽‍👧🏽'],
    ['a keycap and a heart', '1️⃣ ❤️'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a chosen form of a character', '葛\u{e0100}'],
    ['line breaks', 'a\r\n\tb'],
    ['turned text, which its field may refuse', 'a \u202eb'],
    ['nothing that shows, which its field refuses', '\u200b\ufeff'],
    ['nothing', ''],
  ])('keeps %s', (_what, text) => {
    expect(withoutInvisible(text)).toBe(text);
  });

  it('of hidden characters alone takes no long time', () => {
    const began = performance.now();
    withoutInvisible(`a${'\u200d'.repeat(500_000)}`);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('turns no text after it', () => {
    expect(withoutTurns('\u202a+1 555\u202c \u2066a\u2069')).toBe('+1 555 a');
  });
});

describe('the texts of a body', () => {
  it('are changed in lists and objects, but passwords and seen values', () => {
    const body = { a: 'x', list: [{ a: 'x' }, 1, null], newPassword: 'x', seen: { a: 'x' }, at: new Date(0) };
    expect(mapTexts(body, () => 'y')).toEqual({ ...body, a: 'y', list: [{ a: 'y' }, 1, null] });
  });

  it('may be nested however deeply', () => {
    let nested: unknown = 'x';
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
    expect(() => mapTexts(nested, (text) => text)).not.toThrow();
  });
});
