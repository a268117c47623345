import {
  listNewsletters,
  type NewsletterToRead,
  readNewsletter,
  type SentNewsletter,
} from '@lectern/contracts/messaging/newsletter-archive-http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Emails that everybody may read, newest first; those that the page was prerendered with show until the server answers. */
export const newslettersQuery = (known: readonly SentNewsletter[] | undefined) =>
  queryOptions({
    queryKey: ['newsletters'],
    queryFn: async ({ signal }): Promise<readonly SentNewsletter[]> => call(listNewsletters, { signal }),
    ...(known === undefined ? {} : { placeholderData: known }),
  });

/** An email to read; the one that the page was prerendered with shows until the server answers. */
export const newsletterQuery = (id: string, known: NewsletterToRead | undefined) =>
  queryOptions({
    queryKey: ['newsletters', id],
    queryFn: ({ signal }): Promise<NewsletterToRead> => call(readNewsletter, { params: { id }, signal }),
    ...(known?.id === id ? { placeholderData: known } : {}),
  });
