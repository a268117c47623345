/**
 * Where relays say that a service told facts, by its name: for whoever holds answers of it and must not hold them longer. Said at least
 * once for each fact, to those who listen at that moment.
 */
export const FACTS_CHANNEL = 'lectern:facts';
