import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, MARCH_1 } from '../route-docs/samples.ts';
import type * as http from './newsletter-archive-http.ts';

const newsletter = { id: ID, subject: 'News of March', sentAt: MARCH_1 };

export const newsletterArchiveDocs = {
  listNewsletters: { summary: 'Lists the latest hundred public newsletters, newest first.', response: [newsletter] },
  readNewsletter: {
    summary: 'Reads a public newsletter.',
    description: '`html` has known elements only and is safe to insert.',
    params: { id: ID },
    response: { ...newsletter, title: 'News of March', html: '<p>The spring season begins.</p>' },
  },
} satisfies DocsOf<typeof http>;
