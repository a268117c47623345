import * as z from 'zod/mini';
import type { Permission } from '../identity/permission.ts';
import { announcements } from './announcement.ts';
import { meetingLinks } from './association-profile.ts';
import { officeHoursSchedule } from './office-hours-schedule.ts';
import { practiceTopics } from './practice-topics.ts';
import { PUBLIC_SITE_TEXTS } from './public-site-text.ts';

/*
 * The texts of the site that an association changes itself, each under a key (docs/adr/0033). They are plain text: pages show markup as
 * it was typed. A text that no administrator has changed is the shipped one (`site-text-shipped.ts`).
 */

/** The form of every text. */
export const SITE_TEXTS = {
  ...PUBLIC_SITE_TEXTS,
  /** On the dashboard of members; each reaches its own audience only. */
  announcements,
  /** On the page of members with the timers. */
  practiceTopics,
  /** Registrations offers its slots to members. */
  officeHours: officeHoursSchedule,
  /** On the pages and in the calendars of active members, and in emails about office hours. */
  meetingPlaces: meetingLinks,
} as const;

export type SiteTextKey = keyof typeof SITE_TEXTS;
export type SiteTextValue<K extends SiteTextKey> = z.output<(typeof SITE_TEXTS)[K]>;

export const SITE_TEXT_KEYS = Object.keys(SITE_TEXTS) as [SiteTextKey, ...SiteTextKey[]];
export const siteTextKey = z.enum(SITE_TEXT_KEYS);

/** The key of a text with a value of its form, and `rest`. */
export const siteTextWith = <const R extends z.core.$ZodShape>(rest: R) =>
  z.discriminatedUnion('key', [
    z.strictObject({ key: z.literal('homePage'), value: SITE_TEXTS.homePage, ...rest }),
    z.strictObject({ key: z.literal('clubPage'), value: SITE_TEXTS.clubPage, ...rest }),
    z.strictObject({ key: z.literal('bootcampPage'), value: SITE_TEXTS.bootcampPage, ...rest }),
    z.strictObject({ key: z.literal('howItWorksPage'), value: SITE_TEXTS.howItWorksPage, ...rest }),
    z.strictObject({ key: z.literal('tournamentsPage'), value: SITE_TEXTS.tournamentsPage, ...rest }),
    z.strictObject({ key: z.literal('aboutPage'), value: SITE_TEXTS.aboutPage, ...rest }),
    z.strictObject({ key: z.literal('contactPage'), value: SITE_TEXTS.contactPage, ...rest }),
    z.strictObject({ key: z.literal('resourcesPage'), value: SITE_TEXTS.resourcesPage, ...rest }),
    z.strictObject({ key: z.literal('subscribePage'), value: SITE_TEXTS.subscribePage, ...rest }),
    z.strictObject({ key: z.literal('newslettersPage'), value: SITE_TEXTS.newslettersPage, ...rest }),
    z.strictObject({ key: z.literal('plans'), value: SITE_TEXTS.plans, ...rest }),
    z.strictObject({ key: z.literal('homeQuestions'), value: SITE_TEXTS.homeQuestions, ...rest }),
    z.strictObject({ key: z.literal('clubQuestions'), value: SITE_TEXTS.clubQuestions, ...rest }),
    z.strictObject({ key: z.literal('contactQuestions'), value: SITE_TEXTS.contactQuestions, ...rest }),
    z.strictObject({ key: z.literal('curriculum'), value: SITE_TEXTS.curriculum, ...rest }),
    z.strictObject({ key: z.literal('team'), value: SITE_TEXTS.team, ...rest }),
    z.strictObject({ key: z.literal('weeklySession'), value: SITE_TEXTS.weeklySession, ...rest }),
    z.strictObject({ key: z.literal('bootcamp'), value: SITE_TEXTS.bootcamp, ...rest }),
    z.strictObject({ key: z.literal('profile'), value: SITE_TEXTS.profile, ...rest }),
    z.strictObject({ key: z.literal('announcements'), value: SITE_TEXTS.announcements, ...rest }),
    z.strictObject({ key: z.literal('practiceTopics'), value: SITE_TEXTS.practiceTopics, ...rest }),
    z.strictObject({ key: z.literal('officeHours'), value: SITE_TEXTS.officeHours, ...rest }),
    z.strictObject({ key: z.literal('meetingPlaces'), value: SITE_TEXTS.meetingPlaces, ...rest }),
  ]);

/** The permission that a change of a text requires: the association's own data are settings. */
export const permissionToChange = (key: SiteTextKey): Permission =>
  key === 'profile' || key === 'meetingPlaces' ? 'settings:write' : 'content:write';

/** The permission that reading the words of a text requires in the console. The links of members are for staff who write for them. */
export const permissionToRead = (key: SiteTextKey): Permission =>
  key === 'meetingPlaces' ? 'content:write' : 'console:read';

/** The version that a text has before anybody changes it. */
export const SHIPPED_VERSION = 1;
