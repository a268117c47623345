/** A trigram index has no answer for less. */
const TRIGRAM = 3;

/** The text as a LIKE pattern takes it: to the email. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (special) => `\\${special}`);

/**
 * The LIKE pattern that finds a person by what somebody typed, for a text in lower case that begins with a blank and has its
 * words parted by one. Three emails or more are found anywhere; fewer at the beginning of a word. Null for nothing typed.
 */
export const searchPattern = (typed: string | undefined): string | null => {
  const words = (typed ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (words === '') return null;
  const literal = escapeLike(words);
  return words.length < TRIGRAM ? `% ${literal}%` : `%${literal}%`;
};
