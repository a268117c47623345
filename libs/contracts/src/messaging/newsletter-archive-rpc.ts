import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { newsletterToRead, sentNewsletter } from './newsletter-archive-http.ts';

/* Requests behind the routes of `newsletter-archive-http.ts`; their errors are documented there. */

export const listNewsletters = rpc({
  name: 'messaging.list-newsletters.v1',
  input: z.object({}),
  output: z.object({ items: z.array(sentNewsletter) }),
});

export const readNewsletter = rpc({
  name: 'messaging.read-newsletter.v1',
  input: z.object({ id: uuid() }),
  output: newsletterToRead,
  timeoutMs: 15_000,
});
