import type { AnnouncementAudience } from '@lectern/contracts/content/announcement';

/** The readers of an announcement, in the order of the form. */
export const AUDIENCES: Readonly<Record<AnnouncementAudience, string>> = {
  everyone: 'Everyone with an account',
  active_members: 'Active members',
  annual_members: 'Annual members',
  without_membership: 'People without an active membership',
};
