import * as z from 'zod/mini';
import { rpc } from '../rpc.ts';
import { startWith } from '../start-with.ts';

/** Removes the sample events that nobody has registered for, or brings back those that an earlier request removed. Idempotent. */
export const setUpEvents = rpc({
  name: 'registrations.set-up-events.v1',
  input: z.object({ startWith }),
  output: z.object({}),
});
