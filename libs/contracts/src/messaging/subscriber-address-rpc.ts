import * as z from 'zod/mini';
import { actor } from '../identity/model.ts';
import { rpc } from '../rpc.ts';

/* Requests behind the routes of `subscriber-address-http.ts`; their errors are documented there. */

export const correctSubscriberAddress = rpc({
  name: 'messaging.correct-subscriber-address.v1',
  permission: 'people:write',
  input: z.object({ email: z.string(), newEmail: z.string(), by: actor }),
  output: z.object({}),
});

export const confirmSubscriberAddress = rpc({
  name: 'messaging.confirm-subscriber-address.v1',
  input: z.object({ subscriberId: z.string(), email: z.string(), until: z.string(), key: z.string() }),
  output: z.object({}),
});
