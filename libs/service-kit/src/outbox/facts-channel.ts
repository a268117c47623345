/**
 * Where services say, by their name, that they wrote something: for whoever holds answers of theirs and must not hold them longer. Said to
 * those who listen at that moment: after each commit, where that does not get lost, and once more, at least once, for each fact.
 */
export const FACTS_CHANNEL = 'lectern:facts';
