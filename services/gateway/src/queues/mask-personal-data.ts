import type { Job } from 'bullmq';
import type { JobState, QueuedJob } from '@lectern/contracts/system/queues-http';

/** Email addresses in any text. */
const ADDRESS = /[^\s@"'<>(),;:\\]+@[^\s@"'<>(),;:\\]+\.[a-z]{2,}/gi;
/** Only keys, tokens, hashes and long names of ours are this long. */
const LONG_WORD = /[\w-]{33,}/g;
/** A name of ours, such as a queue, a table or a constraint: words in one case, joined. Random text has digits or mixed case. */
const NAME = /^([a-z]{1,20}([_-]+[a-z]{1,20})+|[A-Z]{1,20}([_-]+[A-Z]{1,20})+)$/;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TRACEPARENT = /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const HIDDEN = '•••';

const isKnown = (word: string): boolean => ID.test(word) || TRACEPARENT.test(word);

/** A text of ours that may quote what people wrote, such as an error's message, without email addresses and secrets. */
const withoutSecrets = (text: string): string =>
  text.replace(ADDRESS, HIDDEN).replace(LONG_WORD, (word) => (isKnown(word) || NAME.test(word) ? word : HIDDEN));

/** The fields in which a job's frame identifies it. All its other data may hold what people wrote. */
const OF_THE_FRAME: ReadonlySet<string> = new Set(['name', 'eventId', 'correlationId', 'occurredAt']);

/** A job's data: ids, instants, numbers and booleans. Any other text is replaced by a mark. */
const carried = (value: unknown): unknown => {
  if (typeof value === 'string') return isKnown(value) || INSTANT.test(value) ? value : HIDDEN;
  if (Array.isArray(value)) return value.map(carried);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [withoutSecrets(key), carried(each)]));
};

const frame = (data: unknown): unknown => {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return carried(data);
  return Object.fromEntries(
    Object.entries(data).map(([key, each]) => [
      withoutSecrets(key),
      OF_THE_FRAME.has(key) && typeof each === 'string' ? withoutSecrets(each) : carried(each),
    ]),
  );
};

/**
 * The part of a job that an administrator may see: all but what people wrote. An event in a queue carries names, addresses
 * and texts; an administrator who watches queues needs to know what waits and why, and reads about persons where that is
 * recorded.
 */
export const withoutPersonalData = (job: Job, state: JobState): QueuedJob => {
  const error = job.stacktrace?.at(-1) ?? job.failedReason;
  return {
    id: withoutSecrets(job.id ?? ''),
    name: withoutSecrets(job.name),
    createdAt: new Date(job.timestamp).toISOString(),
    attempts: job.attemptsMade,
    nextAt: state === 'delayed' ? new Date(job.timestamp + job.delay).toISOString() : null,
    error: error === undefined || error === '' ? null : withoutSecrets(error),
    data: frame(job.data),
  };
};
