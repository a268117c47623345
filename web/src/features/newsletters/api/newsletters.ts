import { listNewsletters, readNewsletter } from '@lectern/contracts/messaging/newsletter-archive-http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const newslettersQuery = () => queryOptions({ queryKey: ['newsletters'], queryFn: ({ signal }) => call(listNewsletters, { signal }) });

export const newsletterQuery = (id: string) => queryOptions({ queryKey: ['newsletters', id], queryFn: ({ signal }) => call(readNewsletter, { params: { id }, signal }) });
