/*
 * A person's name as it is compared (decisions, "Two people may share a mailbox"): without letter case, accents, apostrophes, blanks around it,
 * or more than one between its parts, a hyphen being one. Telephones and people type these differently.
 */

/** Removed before a name is decomposed, which turns some of them into a blank with an accent. */
const APOSTROPHES = String.raw`['\u0060\u00b4\u02b9-\u02bc\u2018-\u201b\u2032\uff07]`;
/** On letters of Latin, Greek and Cyrillic. The marks of other scripts are vowels and consonants. */
const ACCENTS = String.raw`[\u0300-\u036f]`;
const BLANKS = String.raw`[\s\u2010-\u2015\u2212-]+`;

/** The key of a name in SQL. `first` and `last` are columns or parameters. The unique indexes of registrations fold letter case and blanks alone. */
export const nameKey = (first: string, last: string): string => {
  const name = `regexp_replace(CAST(${first} AS text) || ' ' || CAST(${last} AS text), '${APOSTROPHES.replace("'", "''")}', '', 'g')`;
  return `btrim(lower(regexp_replace(regexp_replace(normalize(${name}, NFKD), '${ACCENTS}', '', 'g'), '${BLANKS}', ' ', 'g')))`;
};

/** As {@link nameKey}, for a name in memory. */
export const nameKeyOf = ({ firstName, lastName }: Readonly<Record<'firstName' | 'lastName', string>>): string =>
  `${firstName} ${lastName}`
    .replaceAll(new RegExp(APOSTROPHES, 'gu'), '')
    .normalize('NFKD')
    .replaceAll(new RegExp(ACCENTS, 'gu'), '')
    .replaceAll(new RegExp(BLANKS, 'gu'), ' ')
    .trim()
    .toLowerCase();
