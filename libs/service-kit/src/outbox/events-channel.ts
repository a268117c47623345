import type { Redis } from 'ioredis';

/**
 * Where services say, by their name, that they wrote something: for whoever holds answers of theirs and must not hold them longer. Said to
 * those who listen at that moment: after each commit, where that does not get lost, and once more, at least once, for each event. Channels are the same for all databases of a Redis, so its name has this one's.
 */
export const eventsChannel = ({ options }: Redis): string => `lectern:events:${options.db ?? 0}`;
