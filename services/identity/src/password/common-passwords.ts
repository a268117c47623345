import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN } from '@lectern/contracts/fields';

/** Those of the list that our policy would let in, some eighteen thousand: the commonest of real leaks, in lower case. */
const COMMON = new Set(dictionary.passwords.filter((password) => password.length >= PASSWORD_MIN));

/** Fewer different characters are a pattern that programs try first, however long it is. */
const DIFFERENT_MIN = 4;

/** Whether it is one of the most common passwords, in any letter case, or repeats fewer than {@link DIFFERENT_MIN} characters. */
export const isCommonPassword = (password: string): boolean =>
  COMMON.has(password.toLowerCase()) || new Set(password.toLowerCase()).size < DIFFERENT_MIN;

/** Shorter words are part of too many others. */
const WORD_MIN = 3;
/** The letters of a text, in lower case. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

/**
 * Whether it is made of nothing but these words, with any digits and signs between and around them: the first guess of a person who
 * knows the account and the site. Each word also counts without its spaces, and each of its parts.
 */
export const isMadeOf = (words: readonly string[], password: string): boolean => {
  const typed = lettersOf(password);
  if (typed === '') return false;
  const known = words
    .flatMap((word) => [word, ...word.split(/[^\p{L}]+/u)])
    .map(lettersOf)
    .filter((word) => word.length >= WORD_MIN)
    .sort((a, b) => b.length - a.length);
  return known.reduce((rest, word) => rest.replaceAll(word, ' '), typed).trim() === '';
};
