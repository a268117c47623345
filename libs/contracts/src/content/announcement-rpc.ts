import * as z from 'zod/mini';
import { rpc } from '../rpc.ts';
import { announcementReader, shownAnnouncement } from './announcement.ts';

/** The announcements that apply now and are for this reader. */
export const listAnnouncements = rpc({
  name: 'content.list-announcements.v1',
  input: z.object({ reader: announcementReader }),
  output: z.array(shownAnnouncement),
});
