import * as z from 'zod/mini';
import { event } from '../event.ts';
import { performedAction } from '../identity/model.ts';
import { WEEKDAYS } from '../weekday.ts';
import { officeHoursSchedule } from './office-hours-schedule.ts';

/** An administrator changed some content; published in the transaction of the change. Identity keeps the record. */
export const adminActed = event({
  name: 'content.admin-acted.v1',
  payload: performedAction([
    'create_testimonial',
    'change_testimonial',
    'show_testimonial',
    'hide_testimonial',
    'delete_testimonial',
    'rename_recording',
    'hide_recording',
    'show_recording',
    'create_article',
    'change_article',
    'delete_article',
    'publish_article',
    'unpublish_article',
    'change_site_text',
    'restore_site_text',
    'change_document',
    'restore_document',
  ]),
  subscribers: ['identity'],
});

/** The weekly session changed. Events may arrive in any order: the highest version is current. */
export const clubScheduleChanged = event({
  name: 'content.club-schedule-changed.v1',
  payload: z.object({
    version: z.number(),
    /** See {@link import('../club-session.ts').ClubSchedule}. */
    schedule: z.object({
      weekday: z.enum(WEEKDAYS),
      begins: z.string(),
      minutes: z.number(),
      skipped: z.array(z.object({ date: z.string() })),
    }),
  }),
  subscribers: ['registrations'],
});

/** The office hours changed. Events may arrive in any order: the highest version is current. */
export const officeHoursScheduleChanged = event({
  name: 'content.office-hours-schedule-changed.v1',
  payload: z.object({ version: z.number(), schedule: officeHoursSchedule }),
  subscribers: ['registrations'],
});

/**
 * The association's profile changed: the part that services need. Events may arrive in any order: the highest version is current. A
 * service without one has the profile of its environment.
 */
export const associationProfileChanged = event({
  name: 'content.association-profile-changed.v1',
  payload: z.object({
    version: z.number(),
    profile: z.object({
      name: z.string(),
      timeZone: z.string(),
      supportEmail: z.string(),
      postalAddress: z.nullable(z.string()),
      color: z.string(),
      secondColor: z.string(),
    }),
  }),
  subscribers: ['identity', 'registrations', 'messaging'],
});

/** Where members meet changed. Its versions are its own, so it is no part of the profile's event. The highest version is current. */
export const meetingPlacesChanged = event({
  name: 'content.meeting-places-changed.v1',
  payload: z.object({ version: z.number(), places: z.object({ zoomUrl: z.nullable(z.string()) }) }),
  subscribers: ['registrations', 'messaging'],
});

/**
 * The texts of the association's files were published and may have changed. No service acts on it; processes with a
 * response cache clear it.
 */
export const textsPublished = event({
  name: 'content.texts-published.v1',
  payload: z.object({}),
  subscribers: [],
});
