import type { EmailSite } from '../email/email-template.ts';

/** A site for emails that tests render without sending. */
export const SITE: EmailSite = {
  url: 'https://lectern.test',
  associationName: 'Lectern',
  accents: { main: '#b3372b', second: '#1e5f74' },
  timeZone: 'America/Los_Angeles',
  zoomUrl: 'https://zoom.test/j/1',
  postalAddress: '1 Example Square, Springfield',
  unsubscribeUrl: (email) =>
    `https://lectern.test/api/unsubscribe?${new URLSearchParams({ email, key: 'key' }).toString()}`,
};
