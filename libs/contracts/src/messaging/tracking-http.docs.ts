import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './tracking-http.ts';

const token = 'c2FtcGxlLXJlY2lwaWVudA';

export const trackingDocs = {
  openPixel: {
    summary: 'Answers the tracking pixel of a campaign’s email and counts that it was opened.',
    params: { token },
    file: 'image/gif',
  },
  followLink: {
    summary: 'Redirects a link of a campaign’s email to its target and counts the click.',
    description: 'An unknown token or position redirects to the home page.',
    params: { token, index: '0' },
    response: { redirectTo: 'https://example.org/tournaments' },
  },
} satisfies DocsOf<typeof http>;
