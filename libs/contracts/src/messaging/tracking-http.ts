import * as z from 'zod/mini';
import { fileAnswer, redirection } from '../fields.ts';
import { route } from '../route.ts';

/** Of one recipient's email. */
const token = z.string().check(z.maxLength(100));
const anybody = { method: 'GET', audience: 'public', rateLimit: 'none' } as const;

/** The picture in a campaign's email that says that it was opened. It is answered whatever a token says that could be one. */
export const openPixel = route({
  ...anybody,
  path: '/api/mail/open/:token',
  params: z.strictObject({ token }),
  response: fileAnswer,
});

/**
 * A link of a campaign's email: leads to what stands at this place among the links that the email was sent with, and to nothing
 * else. Any other token or place leads to the home page.
 */
export const followLink = route({
  ...anybody,
  path: '/api/mail/click/:token/:index',
  params: z.strictObject({ token, index: z.string().check(z.maxLength(10)) }),
  response: redirection,
  status: 303,
});
