import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

/** To the payer of a payment that staff refunded in full or in part, where that ended nothing. */
export const staffRefundedEmail = emailTemplate({
  name: 'staff-refunded',
  data: z.object({
    firstName: z.string(),
    amount: cents,
    paid: cents,
    /** Null for a membership. */
    title: z.nullable(z.string()),
  }),
  render: ({ firstName, amount, paid, title }, site) => {
    const purpose = title ?? `membership of the ${site.associationName} Debate Club`;
    const whole = amount === paid;
    return plainEmail(site, {
      // Without the amount: staff who may not see payments see subjects.
      subject: whole ? 'We refunded your payment' : 'We refunded a part of your payment',
      title: whole ? 'We refunded your payment' : 'We refunded a part of your payment',
      preview: `For the ${purpose}.`,
      firstName,
      opening: [
        whole
          ? `We refunded your payment of ${formatCents(paid)} for the ${purpose}.`
          : `We refunded ${formatCents(amount)} of your payment of ${formatCents(paid)} for the ${purpose}. Nothing else changes.`,
        'Banks take five to ten days to show a refund.',
      ],
      details: [
        ['Payment for', title ?? 'Membership'],
        ['Refunded', formatCents(amount)],
      ],
      closing: ['If you have a question about this refund, reply to this email.'],
      reason: `You get this email because you paid ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
