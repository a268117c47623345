import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';

/** A signed-in session: enough to recognize it by, and no more is stored. */
export const signedInSession = z.object({
  id: uuid(),
  /** Browser and system in plain words, such as "Firefox on Windows". */
  client: z.string(),
  startedAt: instant(),
  /** The day of its last use, where the association is. */
  lastSeenOn: z.iso.date(),
  isThis: z.boolean(),
});
export type SignedInSession = z.output<typeof signedInSession>;

/** This session first, then the others, last used first. */
export const signedInSessions = z.array(signedInSession);
