/**
 * A person's name as it is compared, in SQL: without letter case, blanks around it, or more than one between its parts (decisions, "Two
 * people may share a mailbox"). `first` and `last` are columns or parameters. The unique indexes of registrations say the same.
 */
export const nameKey = (first: string, last: string): string =>
  `btrim(lower(regexp_replace(CAST(${first} AS text) || ' ' || CAST(${last} AS text), '\\s+', ' ', 'g')))`;
