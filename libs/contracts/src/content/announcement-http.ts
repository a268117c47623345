import * as z from 'zod/mini';
import { route } from '../route.ts';
import { shownAnnouncement } from './announcement.ts';

/** The announcements that apply now and are for the caller's membership, in the order of the page. */
export const listAnnouncements = route({
  method: 'GET',
  path: '/api/announcements',
  audience: 'member',
  rateLimit: 'none',
  response: z.array(shownAnnouncement),
});
