import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { eventType } from './admin-model.ts';
import { refundSteps } from './refund-steps.ts';

/**
 * An email about an event to the people with a place: a reminder `seven_days`, `one_day` or `one_hour` before it begins, a
 * `payment_reminder` a day before an unpaid entry has to be paid, and `changed` after staff moved it.
 */
export const eventNotice = z.enum(['seven_days', 'payment_reminder', 'one_day', 'one_hour', 'changed']);
export type EventNotice = z.output<typeof eventNotice>;

/** One notice of an event on its time line, and to how many people it goes or went. */
export const plannedNotice = z.object({
  notice: eventNotice,
  /** When it is due; of payment reminders: for an entry that can be paid until the deadline. */
  at: instant(),
  /** `over`: it is not sent any more. */
  state: z.enum(['planned', 'due', 'over']),
  /** The number of recipients as of now. */
  people: z.number(),
  /** Emails that were written. Those of them that failed or were withdrawn are counted in `failed` and `skipped` as well. */
  written: z.number(),
  /** People whose notice was replaced by a later one, or came too late. */
  skipped: z.number(),
});
export type PlannedNotice = z.output<typeof plannedNotice>;

/** An email as its reader sees it. */
export const noticePreview = z.object({ subject: z.string(), html: z.string(), text: z.string() });

/** An event on the page of a person with a paid place. */
export const eventAccess = z.object({
  type: eventType,
  title: z.string(),
  beginsAt: instant(),
  endsAt: instant(),
  timezone: z.string(),
  location: z.string(),
  /** From when on the link to the meeting is shown; null once it is. */
  opensAt: z.nullable(instant()),
  /** Null until then, and while staff have not entered it. */
  zoomLink: z.nullable(z.string()),
  /** The part of the payment that a withdrawal gives back, by date. Left out where nothing was paid, and by older revisions. */
  refundSteps: z.optional(refundSteps),
  /** Opens the page on which the person can withdraw: see `openOwnEntry`. Of a tournament; left out by older revisions. */
  entryToken: z.optional(z.string()),
});
export type EventAccess = z.output<typeof eventAccess>;
