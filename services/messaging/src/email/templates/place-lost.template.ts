import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant, uuid } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { momentOf } from './email-dates.ts';
import { payUrl } from './pay-url.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person whose held place was not paid in time, whose waitlist has ended, whose registration was refunded, or whose entry is no longer included in anything. */
export const placeLostEmail = emailTemplate({
  name: 'place-lost',
  data: z.object({
    registrationId: uuid(),
    kind: z.enum(['tournament', 'bootcamp']),
    because: z.enum(['unpaid', 'waitlist_ended', 'refunded', 'undone', 'no_longer_included']),
    firstName: z.string(),
    title: z.string(),
    beginsAt: instant(),
    payKey: uuid(),
    /** Missing in emails of earlier revisions. */
    amountRefunded: z.optional(cents),
  }),
  render: (lost, site) => {
    const place = lost.kind === 'tournament' ? 'place' : 'seat';
    const details = [
      [lost.kind === 'tournament' ? 'Tournament' : 'Bootcamp', lost.title],
      ['Begins', momentOf(lost.beginsAt, site)],
    ] as const;
    const reason = `You get this email because this address was registered for the ${lost.title} of ${site.associationName}.`;
    if (lost.because === 'unpaid') {
      return plainEmail(site, {
        subject: `Your place in the ${lost.title} is no longer held`,
        title: 'Your place is no longer held',
        preview: 'Your entry was not paid in time. You can still pay while there is room.',
        firstName: lost.firstName,
        opening: [
          `Your entry for the ${lost.title} was not paid in time, so its place is no longer held. You can still pay while there is room.`,
        ],
        details,
        action: {
          label: 'See whether there is room',
          url: payUrl(site, lost),
          terms: 'The page shows what is to be paid. Nothing is charged before you confirm it.',
        },
        closing: ['If you have changed your mind, you need not do anything.'],
        reason,
      });
    }
    if (lost.because === 'refunded') {
      return plainEmail(site, {
        subject: `Your registration has ended: ${lost.title}`,
        title: 'Your registration has ended',
        preview: 'Its payment was refunded.',
        firstName: lost.firstName,
        opening: [
          `The payment for your ${place} in the ${lost.title} was refunded, so your registration has ended and the ${place} is free for somebody else.`,
        ],
        details: [
          ...details,
          ...(lost.amountRefunded ? [['Refunded', formatCents(lost.amountRefunded)] as const] : []),
        ],
        closing: ['Banks take five to ten days to show a refund. If you did not ask for this, reply to this email.'],
        reason,
      });
    }
    if (lost.because === 'undone') {
      return plainEmail(site, {
        subject: `Your registration has ended: ${lost.title}`,
        title: 'Your registration has ended',
        preview: 'Its payment was withdrawn.',
        firstName: lost.firstName,
        opening: [
          `We had recorded a payment for your ${place} in the ${lost.title}, and have withdrawn it. So your registration has ended and the ${place} is free for somebody else.`,
        ],
        details,
        closing: [
          'If you paid, we return your money the way that it came. If you did not expect this, reply to this email.',
        ],
        reason,
      });
    }
    if (lost.because === 'no_longer_included') {
      return plainEmail(site, {
        subject: `Your entry has ended: ${lost.title}`,
        title: 'Your entry has ended',
        preview: 'You no longer have the plan or bootcamp that included it.',
        firstName: lost.firstName,
        opening: [
          `Your entry for the ${lost.title} was included in an annual plan or a bootcamp that you no longer have. Registration is closed, so it cannot be paid any more, and your entry has ended. You were not charged for it.`,
        ],
        details,
        closing: ['If you did not expect this, reply to this email.'],
        reason,
      });
    }
    return plainEmail(site, {
      subject: `No ${place} became free: ${lost.title}`,
      title: `No ${place} became free this time`,
      preview: 'The waitlist has ended. You were not charged.',
      firstName: lost.firstName,
      opening: [
        `You were on the waitlist of the ${lost.title}. No ${place} became free for you in time, and the waitlist has ended. You were not charged.`,
      ],
      details,
      closing: [`The next dates are at ${site.url}/${lost.kind === 'tournament' ? 'tournaments' : 'classes'}.`],
      reason,
    });
  },
});
