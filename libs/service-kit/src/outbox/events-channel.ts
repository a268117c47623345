import type { Redis } from 'ioredis';

/**
 * The channel on which services announce, by their name, that they wrote something: for processes with a response
 * cache, which clear it. Announced to the current listeners: after each commit, where that message is not lost, and
 * again, at least once, for each event. Channels are shared by all databases of a Redis, so the name includes this
 * database's number.
 */
export const eventsChannel = ({ options }: Redis): string => `lectern:events:${options.db ?? 0}`;
