import type { DocsOf } from '../route-docs/route-docs.ts';
import type * as http from './announcement-http.ts';

export const announcementDocs = {
  listAnnouncements: {
    summary: 'Lists the announcements on the dashboard of the caller.',
    description:
      'Only those that apply now and are for the caller’s membership. `link.to` is a path of this site or an https URL.',
    response: [
      {
        title: 'Missed a session?',
        text: 'Its recording is there within a few hours.',
        link: { to: '/recordings', text: 'Watch the recordings' },
      },
    ],
  },
} satisfies DocsOf<typeof http>;
