import * as z from 'zod/mini';
import { route } from '../route.ts';
import { eventAccess } from './event-notice-model.ts';

/**
 * The event of a person with a paid place, by the token of their emails, with the link to its meeting from a day before it
 * begins until it is over. `event_link_unknown` for any other token, and once the place has ended. The token is in the body,
 * because proxies log URLs.
 */
export const openEventAccess = route({
  method: 'POST',
  path: '/api/event-access',
  audience: 'public',
  rateLimit: 'write',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: eventAccess,
});
