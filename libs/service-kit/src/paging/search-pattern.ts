/** A trigram index cannot search for less. */
const TRIGRAM = 3;

/** The text as a literal in a LIKE pattern. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (special) => `\\${special}`);

/**
 * The LIKE pattern that finds a person by a typed text, for a column in lower case that begins with a blank and
 * separates words by one. Three characters or more match anywhere; fewer at the beginning of a word. Null for an empty
 * text.
 */
export const searchPattern = (typed: string | undefined): string | null => {
  const words = (typed ?? '').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (words === '') return null;
  const literal = escapeLike(words);
  return words.length < TRIGRAM ? `% ${literal}%` : `%${literal}%`;
};

const ACCENTS = '[\\u0300-\\u036f]';

/** In SQL: the text in lower case without accents, as the searched columns with names store it. Immutable. */
export const withoutAccents = (sql: string): string =>
  `regexp_replace(normalize(lower(${sql}), NFD), '${ACCENTS}', '', 'g')`;

/** As {@link searchPattern}, for a column that is stored by {@link withoutAccents}: Zoe finds Zoé, and Zoé finds Zoe. */
export const namePattern = (typed: string | undefined): string | null =>
  searchPattern(typed?.normalize('NFD').replaceAll(new RegExp(ACCENTS, 'gu'), ''));
