import * as z from 'zod/mini';
import { cents } from '../cents.ts';
import { route } from '../route.ts';
import { ownEntry } from './own-entry-model.ts';

/* The page of a tournament entry, by the token of its emails. The token is in the body, because proxies log URLs. */

const token = z.string().check(z.minLength(1), z.maxLength(200));

/** `event_link_unknown` for any other token, and once the entry was removed or has another mailbox. */
export const openOwnEntry = route({
  method: 'POST',
  path: '/api/entry',
  audience: 'public',
  rateLimit: 'write',
  body: z.strictObject({ token }),
  response: ownEntry,
});

/**
 * Withdraws the entry. `refund`: the cents that the page showed; `refund_changed` where another amount is due by now, and nothing is done.
 * A repeated request changes nothing more.
 */
export const withdrawOwnEntry = route({
  method: 'POST',
  path: '/api/entry/withdraw',
  audience: 'public',
  rateLimit: 'write',
  body: z.strictObject({ token, refund: cents }),
  response: ownEntry,
});
