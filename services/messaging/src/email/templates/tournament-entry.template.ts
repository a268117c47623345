import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { division, instant, uuid } from '@lectern/contracts/fields';
import { formatCentsShort } from '@lectern/contracts/money';
import { fullWords } from '@lectern/contracts/registrations/competition-rules';
import { calendarEntry } from '@lectern/contracts/registrations/events';
import { emailTemplate } from '../email-template.ts';
import { calendarFile, withCalendarHint } from './calendar-file.ts';
import { momentOf } from './email-dates.ts';
import { entryRowsOf } from './entry-rows.ts';
import { entrySentences } from './entry-url.ts';
import { payUrl } from './pay-url.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person who entered a tournament, moved up from its waitlist, or has to pay after all: with the amount to pay. */
export const tournamentEntryEmail = emailTemplate({
  name: 'tournament-entry',
  data: z.object({
    registrationId: uuid(),
    /** `moved_up`: from the waitlist; `no_longer_included`: in a bootcamp seat, which was refunded. */
    occasion: z.enum(['entered', 'moved_up', 'no_longer_included']),
    includedBy: z.optional(z.enum(['bootcamp', 'membership'])),
    firstName: z.string(),
    title: z.string(),
    beginsAt: instant(),
    /** The deadline of the payment. */
    deadline: instant(),
    competitions: z.array(z.string()),
    competitionNames: z.optional(z.array(z.string())),
    division: division(),
    amount: cents,
    isPaid: z.boolean(),
    /** Position on the waitlist; null for an entry with a place. */
    position: z.nullable(z.number()),
    /** The full competitions and divisions that it waits for; the tournament itself is full where it is left out. */
    full: z.optional(z.array(z.string())),
    promoCode: z.optional(z.nullable(z.string())),
    heldUntil: z.optional(z.nullable(instant())),
    payKey: uuid(),
    entryToken: z.optional(z.string()),
    calendar: z.optional(calendarEntry),
  }),
  render: (entry, site) => {
    const entryRows = [
      ['Tournament', entry.title],
      ['Begins', momentOf(entry.beginsAt, site)],
      ...entryRowsOf(entry),
    ] as const;
    const reason = `You get this email because this address was entered for a tournament of ${site.associationName}. If that was not you, reply to it and we withdraw the entry.`;
    const hasMovedUp = entry.occasion === 'moved_up';
    const moved = hasMovedUp ? 'A place has become free, and it is yours. ' : '';

    if (entry.position !== null) {
      return plainEmail(site, {
        subject: `${entry.title}: you are on the waitlist`,
        title: 'You are on the waitlist',
        preview: `Number ${entry.position}. There is nothing to pay yet.`,
        firstName: entry.firstName,
        opening: [
          entry.full === undefined
            ? `Thank you for entering the ${entry.title}. It is full at the moment, so we have put you on the waitlist. There is nothing to pay and nothing to do: we email you as soon as a place is free for you.`
            : `Thank you for entering the ${entry.title}. ${fullWords(entry.full)} at the moment, so we have put you on the waitlist with everything that you chose. There is nothing to pay and nothing to do: we email you as soon as there is room for all of it. A place goes to the first person in order whose whole entry fits.`,
        ],
        details: [...entryRows, ['Position on the waitlist', String(entry.position)]],
        closing: [
          'Prepare as if you were in. Places do become free, and a speech that is ready keeps well.',
          ...entrySentences(site, entry),
        ],
        reason,
      });
    }
    const attachments = calendarFile(entry.title, entry.calendar, '/tournaments', site);
    if (entry.isPaid) {
      return plainEmail(site, {
        subject: `You are in: ${entry.title}`,
        title: 'You are in',
        preview: 'Your entry is complete, and there is nothing to pay.',
        firstName: entry.firstName,
        opening: [`${moved}Your entry for the ${entry.title} is complete. It costs you nothing.`],
        details: entryRows,
        closing: [
          ...entrySentences(site, entry),
          withCalendarHint('It takes place on Zoom. We email you the link a day before it begins.', attachments),
          'Pick a subject you would talk about anyway. The rest is practice, and that is what we are here for.',
        ],
        reason,
        attachments,
      });
    }
    const amount = formatCentsShort(entry.amount);
    const isHeld = entry.heldUntil != null && entry.heldUntil < entry.deadline;
    const payBy = momentOf(isHeld ? entry.heldUntil! : entry.deadline, site);
    const wording = {
      entered: {
        subject: `Your entry for the ${entry.title}: one step left`,
        title: 'One step left',
        opening: `We have your entry for the ${entry.title}. It is complete once it is paid, which takes a minute.`,
      },
      moved_up: {
        subject: `A place for you: ${entry.title}`,
        title: 'A place is yours',
        opening: `${moved}We have your entry for the ${entry.title}. It is complete once it is paid, which takes a minute.`,
      },
      no_longer_included: {
        subject: `Your entry for the ${entry.title} is to be paid now`,
        title: 'Your entry is to be paid now',
        opening: `${entry.includedBy === 'membership' ? 'You no longer have the annual plan' : 'Your bootcamp seat was refunded'}, so the entry for the ${entry.title} is no longer included. We have kept your entry: it is complete again once it is paid.`,
      },
    }[entry.occasion];
    return plainEmail(site, {
      subject: wording.subject,
      title: wording.title,
      preview: `Pay ${amount} by ${payBy} to complete your entry.`,
      firstName: entry.firstName,
      opening: [wording.opening],
      details: [
        ...entryRows,
        ['Entry fee', amount],
        ...(entry.promoCode == null
          ? []
          : [['Promo code', `${entry.promoCode}, taken off on the payment page`] as const]),
        ['Pay by', payBy],
      ],
      action: {
        label: entry.promoCode == null ? `Pay ${amount}` : 'See what is left to pay',
        url: payUrl(site, entry),
        terms: isHeld
          ? 'Places are limited: yours is kept until then. After that the link works while there is room. The payment page shows the amount again, with any discount, before anything is charged.'
          : 'The link is yours alone and works until registration closes. The payment page shows the amount again, with any discount, before anything is charged.',
      },
      closing: [
        `If a bootcamp or membership of yours includes this entry, log in, or set up an account with this email address on ${site.url}/setup-account, and enter there: there is nothing to pay then.`,
        withCalendarHint(
          'If you have changed your mind, leave it unpaid. Nothing is charged automatically.',
          attachments,
        ),
        ...entrySentences(site, entry),
      ],
      reason,
      attachments,
    });
  },
});
