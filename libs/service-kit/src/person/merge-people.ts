import { emailKey } from '@lectern/contracts/fields';
import { FOUND_MAX, type FoundPeople, type FoundPerson, KNOWN_FROM } from '@lectern/contracts/person-timeline';

/** How many rows of a list a search reads: enough for a screenful of people, who may appear more than once. */
export const SEARCHED_ROWS = 60;

/** How well a person matches the typed text: by email address, its prefix, a prefix of the name, or otherwise. */
const rankOf = ({ email, name }: FoundPerson, typed: string): number => {
  const key = emailKey(email);
  if (key === typed) return 0;
  if (key.startsWith(typed)) return 1;
  return name?.toLowerCase().startsWith(typed) === true ? 2 : 3;
};

/**
 * The people of several search results, once for each email address, best matches first. The first name of a person
 * wins, so pass the most reliable results first. `hasMore` where some are omitted, here or by a source.
 */
export const mergePeople = (found: readonly FoundPerson[], q: string, hasMore = false): FoundPeople => {
  const byKey = new Map<string, FoundPerson>();
  for (const person of found) {
    const known = byKey.get(emailKey(person.email));
    byKey.set(emailKey(person.email), {
      email: known?.email ?? person.email,
      name: known?.name ?? person.name,
      from: KNOWN_FROM.filter((from) => known?.from.includes(from) === true || person.from.includes(from)),
    });
  }
  const typed = q.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const people = [...byKey.values()]
    .map((person) => ({ person, rank: rankOf(person, typed), by: (person.name ?? person.email).toLowerCase() }))
    .sort(
      (one, other) =>
        one.rank - other.rank || one.by.localeCompare(other.by) || one.person.email.localeCompare(other.person.email),
    )
    .map(({ person }) => person);
  return { people: people.slice(0, FOUND_MAX), hasMore: hasMore || people.length > FOUND_MAX };
};
