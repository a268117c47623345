import * as z from 'zod/mini';
import { event } from '../event.ts';
import { uuid } from '../fields.ts';

/** Of a deleted account's holder nothing is left here but what keeps mail from them. Once for each telling of the deletion. */
export const personErased = event({
  name: 'messaging.person-erased.v1',
  payload: z.object({ userId: uuid() }),
  subscribers: ['identity'],
});
