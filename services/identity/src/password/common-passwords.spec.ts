import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { PASSWORD_MAX, PASSWORD_MIN } from '@lectern/contracts/fields';
import { isCommonPassword, isMadeOf } from './common-passwords.ts';

describe('the most common passwords', () => {
  it('are known in any letter case, three thousand and more that our policy would let in', () => {
    const known = dictionary.passwords.filter(
      (password) => password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX,
    );
    expect(known.length).toBeGreaterThan(3_000);
    for (const password of known.slice(0, 3_000))
      expect([password, isCommonPassword(password), isCommonPassword(password.toUpperCase())]).toEqual([
        password,
        true,
        true,
      ]);
  });

  it.each(['password', 'Password1', '12345678', 'qwertyuiop', 'ILOVEYOU', 'trustno1', 'passw0rd'])(
    'are such as %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it.each([
    'a good password',
    'correct horse battery',
    'seventeen quiet llamas',
    ' password',
    'Zq7-rV2m',
    '密码是四个字的',
  ])('are not such as %p', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});

describe('a password of a few repeated characters', () => {
  it.each(['aaaaaaaaaaaa', 'aAaAaAaAaAaA', '            ', 'ababababab', '1-2-1-2-1-2', '密码密码密码密码密码'])(
    'is easily guessed, as %j',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it('may have four different ones', () => {
    expect(isCommonPassword('otto o totto nu')).toBe(false);
    expect(isCommonPassword('🐙🐟🦀🐡🐙🐟🦀🐡')).toBe(false);
  });
});

describe('a password made of its holder’s known details', () => {
  const words = ['Lectern', 'grace.adeyemi@example.com', 'Grace', 'Adeyemi-Núñez'];

  it.each([
    'graceadeyemi',
    'Grace.Adeyemi1990',
    '1990-adeyemi',
    'grace.adeyemi@example.com',
    'LecternLectern!',
    'lectern2026',
    'nuñez núñez'.replace('nuñez ', ''),
    'GRACE LECTERN',
  ])('is %p', (password) => {
    expect(isMadeOf(words, password)).toBe(true);
  });

  it.each(['grace under pressure', 'my lectern is oak', '1990199019', 'adeyemix', '!!!!!!!!', 'graceful adeyemi'])(
    'is not %p',
    (password) => {
      expect(isMadeOf(words, password)).toBe(false);
    },
  );

  it('is none without words', () => {
    expect(isMadeOf(['', ' ', 'Al'], 'al al al al')).toBe(false);
  });
});
