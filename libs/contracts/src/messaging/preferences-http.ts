import * as z from 'zod/mini';
import { EMAIL_MAX } from '../fields.ts';
import { route } from '../route.ts';
import { listChoices, mailPreferences } from './preferences-model.ts';

/** What the unsubscribe link of an email carries. `link_invalid` when they do not belong together. */
const link = { email: z.string().check(z.maxLength(EMAIL_MAX)), key: z.string().check(z.maxLength(100)) };

/** Which emails come to the address of a link. Changes nothing. */
export const readPreferences = route({
  method: 'GET',
  path: '/api/mail-preferences',
  audience: 'public',
  rateLimit: 'none',
  query: z.strictObject(link),
  response: mailPreferences,
});

/** Stops emails of single lists, or takes it back. Idempotent. */
export const choosePreferences = route({
  method: 'PUT',
  path: '/api/mail-preferences',
  audience: 'public',
  rateLimit: 'write',
  body: z.strictObject({ ...link, lists: listChoices }),
  response: mailPreferences,
});
