import * as z from 'zod/mini';
import { announcements } from './announcement.ts';
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
} as const;

export type SiteTextKey = keyof typeof SITE_TEXTS;
export type SiteTextValue<K extends SiteTextKey> = z.output<(typeof SITE_TEXTS)[K]>;

export const SITE_TEXT_KEYS = Object.keys(SITE_TEXTS) as [SiteTextKey, ...SiteTextKey[]];
export const siteTextKey = z.enum(SITE_TEXT_KEYS);

/** The key of a text with a value of its form, and `rest`. */
export const siteTextWith = <const R extends z.core.$ZodShape>(rest: R) =>
  z.discriminatedUnion('key', [
    z.strictObject({ key: z.literal('homeQuestions'), value: SITE_TEXTS.homeQuestions, ...rest }),
    z.strictObject({ key: z.literal('clubQuestions'), value: SITE_TEXTS.clubQuestions, ...rest }),
    z.strictObject({ key: z.literal('contactQuestions'), value: SITE_TEXTS.contactQuestions, ...rest }),
    z.strictObject({ key: z.literal('curriculum'), value: SITE_TEXTS.curriculum, ...rest }),
    z.strictObject({ key: z.literal('team'), value: SITE_TEXTS.team, ...rest }),
    z.strictObject({ key: z.literal('weeklySession'), value: SITE_TEXTS.weeklySession, ...rest }),
    z.strictObject({ key: z.literal('announcements'), value: SITE_TEXTS.announcements, ...rest }),
    z.strictObject({ key: z.literal('practiceTopics'), value: SITE_TEXTS.practiceTopics, ...rest }),
    z.strictObject({ key: z.literal('officeHours'), value: SITE_TEXTS.officeHours, ...rest }),
  ]);

/** The version that a text has before anybody changes it. */
export const SHIPPED_VERSION = 1;
