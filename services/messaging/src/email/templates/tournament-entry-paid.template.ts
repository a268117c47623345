import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { calendarEntry } from '@lectern/contracts/registrations/events';
import { refundSteps } from '@lectern/contracts/registrations/refund-steps';
import { emailTemplate } from '../email-template.ts';
import { calendarFile, withCalendarHint } from './calendar-file.ts';
import { momentOf } from './email-dates.ts';
import { plainEmail } from './plain-email.tsx';
import { receiptSentences } from './receipt-sentences.ts';
import { entrySentences } from './entry-url.ts';
import { refundRows, refundSentences } from './refund-row.ts';

/** To a person whose tournament entry was paid, or is covered by a promo code. */
export const tournamentEntryPaidEmail = emailTemplate({
  name: 'tournament-entry-paid',
  data: z.object({
    firstName: z.string(),
    title: z.string(),
    beginsAt: instant(),
    amountPaid: cents,
    /** Null for an account, which has the receipt on its page. */
    receiptToken: z.optional(z.nullable(z.string())),
    entryToken: z.optional(z.string()),
    refundSteps: z.optional(refundSteps),
    calendar: z.optional(calendarEntry),
  }),
  render: (entry, site) => {
    const isFree = entry.amountPaid === 0;
    const attachments = calendarFile(entry.title, entry.calendar, '/tournaments', site);
    return plainEmail(site, {
      subject: `You are in: ${entry.title}`,
      title: 'You are in',
      preview: isFree ? 'Your entry is complete.' : 'Your entry is paid and complete.',
      firstName: entry.firstName,
      opening: [
        `${isFree ? 'There was nothing to pay' : 'Your payment has arrived'}, and your entry for the ${entry.title} is complete.`,
      ],
      details: [
        ['Tournament', entry.title],
        ['Begins', momentOf(entry.beginsAt, site)],
        ...(isFree ? [] : [['Paid', formatCents(entry.amountPaid)] as const]),
        ...refundRows(entry, site),
      ],
      closing: [
        ...(entry.entryToken === undefined ? refundSentences(entry) : entrySentences(site, entry)),
        ...(isFree ? [] : receiptSentences(site, entry)),
        withCalendarHint('It takes place on Zoom. We email you the link a day before it begins.', attachments),
        'Pick a subject you would talk about anyway. The rest is practice, and that is what we are here for.',
      ],
      reason: `You get this email because a tournament entry for this address was confirmed at ${site.associationName}. If anything is unclear, reply to it. We read every reply.`,
      attachments,
    });
  },
});
