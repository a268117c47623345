import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { formatCents, formatCentsShort } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

/** To either side of a referral, when the new member's first payment was refunded. */
export const referralWithdrawnEmail = emailTemplate({
  name: 'referral-withdrawn',
  data: z.object({ firstName: z.string(), withdrawn: cents, totalCredits: cents }),
  render: ({ firstName, withdrawn, totalCredits }, site) =>
    plainEmail(site, {
      subject: `Your referral credit of ${formatCentsShort(withdrawn)} was withdrawn`,
      title: 'A referral credit was withdrawn',
      preview: 'The payment that earned it was refunded.',
      firstName,
      opening: [
        'The first payment of a referral was refunded, so the credit that it earned was withdrawn. Credit that you have already spent stays yours.',
      ],
      details: [
        ['Withdrawn', formatCents(withdrawn)],
        ['Earned so far', formatCents(totalCredits)],
      ],
      closing: [`Your own link for the next referral is on ${site.url}/dashboard.`],
      reason: `You get this email because a referral of your account at ${site.associationName} was refunded. If anything is unclear, reply to it. We read every reply.`,
    }),
});
