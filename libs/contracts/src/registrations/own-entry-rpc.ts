import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { rpc } from '../rpc.ts';
import { ownEntry } from './own-entry-model.ts';

/** A tournament entry by the token of its emails. Throws `event_link_unknown`. */
export const openOwnEntry = rpc({
  name: 'registrations.open-own-entry.v1',
  input: z.object({ token: z.string() }),
  output: ownEntry,
});

/** Withdraws it. `refund`: the cents that were shown. Throws `event_link_unknown`, `refund_changed` and `withdrawal_refused`. Idempotent. */
export const withdrawOwnEntry = rpc({
  name: 'registrations.withdraw-own-entry.v1',
  input: z.object({ token: z.string(), refund: cents }),
  output: ownEntry,
});
