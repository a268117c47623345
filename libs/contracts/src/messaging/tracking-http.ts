import * as z from 'zod/mini';
import { fileAnswer, redirection } from '../fields.ts';
import { route } from '../route.ts';

/** Identifies the email of one recipient. */
const token = z.string().check(z.maxLength(100));
const anybody = { method: 'GET', audience: 'public', rateLimit: 'none' } as const;

/** The picture in a campaign's email that reports that it was opened. The answer is the same for every token of a valid form. */
export const openPixel = route({
  ...anybody,
  path: '/api/mail/open/:token',
  params: z.strictObject({ token }),
  response: fileAnswer,
});

/**
 * A link of a campaign's email: redirects to the link at this position in the email, and nowhere else. Any other token
 * or position redirects to the home page.
 */
export const followLink = route({
  ...anybody,
  path: '/api/mail/click/:token/:index',
  params: z.strictObject({ token, index: z.string().check(z.maxLength(10)) }),
  response: redirection,
  status: 303,
});
