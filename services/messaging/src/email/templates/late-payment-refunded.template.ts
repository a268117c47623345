import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { joinAgainAction } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person who paid for a membership that had ended. */
export const latePaymentRefundedEmail = emailTemplate({
  name: 'late-payment-refunded',
  data: z.object({
    firstName: z.string(),
    amount: cents,
    /** Whether an account had the membership; a missing value means that one had. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: ({ firstName, amount, hasAccount }, site) =>
    plainEmail(site, {
      subject: 'We refunded your payment',
      title: 'We refunded your payment',
      preview: `The membership that it was for had ended, so we refunded ${formatCents(amount)}.`,
      firstName,
      opening: [
        `Your payment of ${formatCents(amount)} arrived after the membership of the ${site.associationName} Debate Club that it was for had ended, so we refunded all of it.`,
        'Banks take five to ten days to show a refund.',
      ],
      details: [['Refunded', formatCents(amount)]],
      action:
        hasAccount === false
          ? joinAgainAction(site, hasAccount)
          : {
              label: 'See your membership',
              url: `${site.url}/account/subscription`,
              terms: 'If you have no membership now, you can join again there.',
            },
      closing: ['If you have a question about this payment, reply to this email.'],
      reason: `You get this email because this address paid for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    }),
});
