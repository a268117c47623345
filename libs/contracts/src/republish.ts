import * as z from 'zod/mini';

/** Publishes a page of the owner's rows again, by id after `after`. `last` is null where there are no more. */
export const republishing = {
  timeoutMs: 20_000,
  input: z.object({ after: z.nullable(z.string()), limit: z.number() }),
  output: z.object({ published: z.number(), last: z.nullable(z.string()) }),
};

/**
 * Makes a service accept the next event of every record that it keeps of others, whatever version it has: a forged
 * event may have set a version above all that its owner will ever publish. Idempotent; the owners publish again after
 * it.
 */
export const forgettingVersions = { timeoutMs: 20_000, input: z.object({}), output: z.object({}) };
