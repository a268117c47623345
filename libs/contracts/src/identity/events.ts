import * as z from 'zod/mini';
import { event } from '../event.ts';
import { division, instant, uuid } from '../fields.ts';

/** Somebody opened an account or changed their names or division. `version` grows with every change of the account. */
export const accountChanged = event({
  name: 'identity.account-changed.v1',
  payload: z.object({
    userId: uuid(),
    version: z.number(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    division: division(),
    createdAt: instant(),
  }),
  subscribers: ['registrations', 'billing'],
});

/**
 * Somebody is to get a letter with a link: `setup` to an address without a password, `sign_in` to one that asked to be set
 * up and has a password, `reset` to one that asked for a new password. The link itself is asked for when the letter is posted
 * (`identity.issue-link.v1`).
 */
export const linkRequested = event({
  name: 'identity.link-requested.v1',
  payload: z.object({
    requestId: uuid(),
    letter: z.enum(['setup', 'sign_in', 'reset']),
    email: z.string(),
    /** Missing where there is no account. */
    firstName: z.nullable(z.string()),
  }),
  subscribers: ['messaging'],
});
