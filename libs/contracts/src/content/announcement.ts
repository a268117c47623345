import * as z from 'zod/mini';
import { LINE_MAX, MESSAGES, ONE_LINE } from '../fields.ts';
import { isHttpsUrl } from '../https-url.ts';
import { IN_ONE_LINE, line, paragraph } from './text-fields.ts';

/* The announcements on the dashboard of members. */

/** The readers of an announcement, by their membership. */
export const announcementAudience = z.enum(['everyone', 'active_members', 'annual_members', 'without_membership']);
export type AnnouncementAudience = z.output<typeof announcementAudience>;

/** The membership of a member, as far as it decides which announcements they get. */
export const announcementReader = z.enum(['inactive_member', 'active_member', 'annual_member']);
export type AnnouncementReader = z.output<typeof announcementReader>;

const SITE_PATH = /^\/(?![/\\])[^\s\\\p{Cc}]*$/u;

/** As browsers resolve it: routes of the API are no pages. */
const isRoute = (path: string): boolean => /^\/api(\/|$)/i.test(new URL(path, 'https://site.invalid').pathname);

/** Whether a page may link to it: a page of this site, or an https URL. */
export const isAnnouncementLink = (link: string): boolean => (SITE_PATH.test(link) ? !isRoute(link) : isHttpsUrl(link));

const moment = () => z.nullable(z.iso.datetime({ error: 'Enter a day and a time, or leave both blank' }));

const announcement = z
  .strictObject({
    title: line('Enter the title', 100),
    text: paragraph('Enter the text'),
    /** A path of this site or an https URL; empty without one. */
    link: z.string({ error: 'Enter a path of this site or a URL, or leave it blank' }).check(
      z.trim(),
      z.maxLength(500, { error: MESSAGES.tooLong, abort: true }),
      z.refine(
        (link) => link === '' || isAnnouncementLink(link),
        'Enter a path of this site, such as /recordings, or a URL that begins with https://',
      ),
    ),
    /** The words to click. */
    linkText: z
      .string({ error: 'Enter the link text' })
      .check(
        z.trim(),
        z.maxLength(LINE_MAX, { error: MESSAGES.tooLong, abort: true }),
        z.regex(ONE_LINE, { error: IN_ONE_LINE }),
      ),
    audience: announcementAudience,
    /** Shown from then on; null: immediately. */
    from: moment(),
    /** Not shown from then on; null: without an end. */
    until: moment(),
  })
  .check(
    z.refine(({ link, linkText }) => link === '' || linkText !== '', {
      error: 'Enter the link text',
      path: ['linkText'],
    }),
    z.refine(({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until), {
      error: 'Until must be later than From',
      path: ['until'],
    }),
  );
export type Announcement = z.output<typeof announcement>;

/** In the order of the page. */
export const announcements = z.strictObject({
  announcements: z.array(announcement).check(z.maxLength(50, 'There can be at most 50 announcements')),
});

const AUDIENCES: Readonly<Record<AnnouncementReader, readonly AnnouncementAudience[]>> = {
  inactive_member: ['everyone', 'without_membership'],
  active_member: ['everyone', 'active_members'],
  annual_member: ['everyone', 'active_members', 'annual_members'],
};

/** Whether an announcement is for this reader. */
export const isFor = (reader: AnnouncementReader, { audience }: Pick<Announcement, 'audience'>): boolean =>
  AUDIENCES[reader].includes(audience);

/** When an announcement is shown: from `from` on, and no longer at `until`. */
export const announcementState = (
  { from, until }: Pick<Announcement, 'from' | 'until'>,
  now: number,
): 'ahead' | 'shown' | 'over' => {
  if (until !== null && Date.parse(until) <= now) return 'over';
  return from !== null && Date.parse(from) > now ? 'ahead' : 'shown';
};

/** An announcement as its readers get it. */
export const shownAnnouncement = z.object({
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.object({ to: z.string(), text: z.string() })),
});
