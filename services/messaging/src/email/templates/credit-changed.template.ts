import * as z from 'zod/mini';
import { cents, signedCents } from '@lectern/contracts/cents';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

/** To a member, after staff gave credit or withdrew what was unspent. */
export const creditChangedEmail = emailTemplate({
  name: 'credit-changed',
  data: z.object({
    firstName: z.string(),
    kind: z.enum(['goodwill', 'refund', 'withdrawn']),
    amount: cents,
    /** The credit since then; negative where a sum is owed. */
    balance: signedCents,
  }),
  render: ({ firstName, kind, amount, balance }, site) => {
    const isGiven = kind !== 'withdrawn';
    return plainEmail(site, {
      // Without the amount: staff who may not see payments see subjects.
      subject: isGiven ? 'You have credit' : 'Credit was withdrawn',
      title: isGiven ? 'You have credit' : 'Credit was withdrawn',
      preview: isGiven ? 'It reduces what you pay next.' : 'Your account shows what is left.',
      firstName,
      opening: [
        isGiven
          ? `${kind === 'refund' ? `We refunded ${formatCents(amount)} of a payment as credit.` : `${site.associationName} gave you ${formatCents(amount)} of credit.`} It reduces what you pay next for your membership, by itself.`
          : `${site.associationName} withdrew ${formatCents(amount)} of your credit, which was not used.`,
      ],
      details: [
        [isGiven ? 'Credit given' : 'Credit withdrawn', formatCents(amount)],
        ['Your credit now', formatCents(Math.max(0, balance))],
      ],
      action: {
        label: 'See your credit',
        url: `${site.url}/account/subscription`,
        terms: 'It lists where your credit came from, and what used it.',
      },
      closing: ['If you have a question about this, reply to this email.'],
      reason: `You get this email because you have an account with ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
