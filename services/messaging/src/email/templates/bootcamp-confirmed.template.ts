import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { sessionsOf } from '@lectern/contracts/registrations/event-calendar';
import { calendarEntry } from '@lectern/contracts/registrations/events';
import { refundSteps } from '@lectern/contracts/registrations/refund-steps';
import { emailTemplate } from '../email-template.ts';
import { calendarFile, withCalendarHint } from './calendar-file.ts';
import { dayOf, momentOf } from './email-dates.ts';
import { plainEmail } from './plain-email.tsx';
import { receiptSentences } from './receipt-sentences.ts';
import { refundRows, refundSentences } from './refund-row.ts';

/** To a person whose bootcamp seat was paid, or is covered by a promo code. */
export const bootcampConfirmedEmail = emailTemplate({
  name: 'bootcamp-confirmed',
  data: z.object({
    firstName: z.string(),
    title: z.string(),
    /** Start of the first session. */
    beginsAt: instant(),
    /** End of the last session. */
    endsAt: instant(),
    amount: cents,
    /** Null for an account, which has the receipt on its page. */
    receiptToken: z.optional(z.nullable(z.string())),
    refundSteps: z.optional(refundSteps),
    calendar: z.optional(calendarEntry),
  }),
  render: (seat, site) => {
    const isFree = seat.amount === 0;
    const sessions = seat.calendar === undefined ? [] : sessionsOf(seat.calendar);
    const attachments = calendarFile(seat.title, seat.calendar, '/bootcamp-registration', site);
    return plainEmail(site, {
      subject: `Your seat in the ${seat.title}`,
      title: 'Your seat is confirmed',
      preview: `The first session is on ${dayOf(seat.beginsAt, site)}.`,
      firstName: seat.firstName,
      opening: [
        `${isFree ? 'There was nothing to pay' : 'Your payment has arrived'}, and one of the seats of the ${seat.title} is yours. The group is small, so you will speak every time, and every time you will learn what to keep and what to change.`,
      ],
      details: [
        ['Bootcamp', seat.title],
        ...(sessions.length === 0
          ? [
              ['First session', momentOf(seat.beginsAt, site)] as const,
              ['Last session', dayOf(seat.endsAt, site)] as const,
            ]
          : sessions.map(
              ({ begins }, index) => [`Session ${index + 1}`, momentOf(begins.toISOString(), site)] as const,
            )),
        ...(isFree ? [] : [['Paid', formatCents(seat.amount)] as const]),
        ...refundRows(seat, site),
      ],
      closing: [
        ...refundSentences(seat),
        ...(isFree ? [] : receiptSentences(site, seat)),
        withCalendarHint(
          'The sessions take place on Zoom. We email you the link a day before the first one.',
          attachments,
        ),
        `Your first tournament is included. Log in, or set up an account with this email address on ${site.url}/setup-account, then enter on ${site.url}/tournaments in your own name, written as for the bootcamp: there is nothing to pay.`,
      ],
      reason: `You get this email because a bootcamp seat for this address was confirmed at ${site.associationName}. If anything is unclear, reply to it. We read every reply.`,
      attachments,
    });
  },
});
