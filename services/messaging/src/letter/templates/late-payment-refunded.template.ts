import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { formatCents } from '@lectern/contracts/money';
import { letterTemplate } from '../letter-template.ts';
import { plainLetter } from './plain-letter.ts';

/** To a person who paid for a membership that had ended. */
export const latePaymentRefundedLetter = letterTemplate({
  name: 'late-payment-refunded',
  data: z.object({ firstName: z.string(), amount: cents }),
  render: ({ firstName, amount }, site) =>
    plainLetter(site, {
      subject: 'We refunded your payment',
      title: 'We refunded your payment',
      preview: `Your membership had ended, so we refunded ${formatCents(amount)}.`,
      firstName,
      opening: [
        `Your payment of ${formatCents(amount)} arrived after your membership of the ${site.associationName} Debate Club had ended, so we refunded all of it.`,
        'The money is usually back on your card within five to ten business days.',
      ],
      facts: [['Refunded', formatCents(amount)]],
      action: { label: 'Join again', url: `${site.url}/dashboard`, terms: 'If you want to be a member again, choose a plan there.' },
      closing: ['If you have a question about this payment, reply to this email.'],
      reason: `You get this email because this address paid for a membership of ${site.associationName}. Emails about your payments cannot be switched off.`,
    }),
});
