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
  subscribers: ['registrations'],
});
