import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

/** A place where somebody is signed in: enough to recognise it by, and no more than that is kept. */
export const signedInSession = z.object({
  id: uuid(),
  /** Browser and system in plain words, such as "Firefox on Windows". */
  client: z.string(),
  startedAt: instant(),
  /** The last day on which it was used, in UTC. */
  lastSeenOn: z.iso.date(),
  isThis: z.boolean(),
});
export type SignedInSession = z.output<typeof signedInSession>;

/** This one first, then the one that was used last. */
export const signedInSessions = z.array(signedInSession);
