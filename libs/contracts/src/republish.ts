import * as z from 'zod/mini';

/** What an owner publishes again: a page of its rows, by id after `after`. `last` is null when there are no more. */
export const republishing = {
  timeoutMs: 20_000,
  input: z.object({ after: z.nullable(z.string()), limit: z.number() }),
  output: z.object({ published: z.number(), last: z.nullable(z.string()) }),
};

/**
 * Makes a service take the next event of everything that it keeps of others, whatever version it holds: a forged event may have left one
 * above all that its owner will ever publish. Idempotent; the owners publish again after it.
 */
export const forgettingVersions = { timeoutMs: 20_000, input: z.object({}), output: z.object({}) };
