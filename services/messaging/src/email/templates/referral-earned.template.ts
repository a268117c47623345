import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { formatCents, formatCentsShort } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

/** To either side of a referral, when the new member's first payment has arrived. */
export const referralEarnedEmail = emailTemplate({
  name: 'referral-earned',
  data: z.object({ firstName: z.string(), earned: cents, totalCredits: cents }),
  render: ({ firstName, earned, totalCredits }, site) =>
    plainEmail(site, {
      subject: `You have earned ${formatCentsShort(earned)}`,
      title: `You have earned ${formatCentsShort(earned)}`,
      preview: 'It is taken off your next payment automatically.',
      firstName,
      opening: [
        'Your referral is complete: the new member’s first payment has arrived. Both of you earn a credit for that, and this one is yours.',
      ],
      details: [
        ['Earned now', formatCents(earned)],
        ['Earned so far', formatCents(totalCredits)],
      ],
      closing: [
        'It is taken off your next payment automatically. If the new member’s first payment is refunded, we withdraw the unspent part of the credit.',
        `Who would you like to argue with next? Your own link is on ${site.url}/dashboard.`,
      ],
      reason: `You get this email because a referral of your account at ${site.associationName} was completed. If anything is unclear, reply to it. We read every reply.`,
    }),
});
