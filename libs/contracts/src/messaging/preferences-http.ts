import * as z from 'zod/mini';
import { EMAIL_MAX } from '../fields.ts';
import { route } from '../route.ts';
import { listChoices, mailPreferences } from './preferences-model.ts';

/** The contents of an email's unsubscribe link. `link_invalid` where they do not match. */
const link = { email: z.string().check(z.maxLength(EMAIL_MAX)), key: z.string().check(z.maxLength(100)) };

/** The lists of an unsubscribe link's email address. Changes nothing. */
export const readPreferences = route({
  method: 'GET',
  path: '/api/mail-preferences',
  audience: 'public',
  rateLimit: 'none',
  query: z.strictObject(link),
  response: mailPreferences,
});

/** Unsubscribes from single lists, or subscribes again. Idempotent. */
export const choosePreferences = route({
  method: 'PUT',
  path: '/api/mail-preferences',
  audience: 'public',
  rateLimit: 'write',
  body: z.strictObject({ ...link, lists: listChoices }),
  response: mailPreferences,
});
