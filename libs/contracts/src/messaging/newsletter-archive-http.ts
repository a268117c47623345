import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { route } from '../route.ts';

/** A sent newsletter that the site shows to every visitor. */
export const sentNewsletter = z.object({ id: uuid(), subject: z.string(), sentAt: instant() });
export type SentNewsletter = z.output<typeof sentNewsletter>;

/**
 * `html` is safe to insert, whatever its author wrote: known elements without styles. It names no reader, and its links
 * are not counted. `title` is shown above it: its own first heading, or its subject.
 */
export const newsletterToRead = z.extend(sentNewsletter, { title: z.string(), html: z.string() });
export type NewsletterToRead = z.output<typeof newsletterToRead>;

const anybody = { method: 'GET', audience: 'public', rateLimit: 'none' } as const;

/** The latest hundred, newest first. */
export const listNewsletters = route({ ...anybody, path: '/api/newsletters', response: z.array(sentNewsletter) });

/** `not_found` for one that is not public, or was not sent. */
export const readNewsletter = route({
  ...anybody,
  path: '/api/newsletters/:id',
  params: z.strictObject({ id: z.uuid() }),
  response: newsletterToRead,
});
