import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { formatCents } from '@lectern/contracts/money';
import { headerText } from '../../sendgrid/mailbox.ts';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

/** To the association: a bank disputes a payment, and the association has to answer in Stripe. */
export const paymentDisputedEmail = emailTemplate({
  name: 'payment-disputed',
  data: z.object({
    name: z.string(),
    email: z.string(),
    title: z.nullable(z.string()),
    amount: cents,
    disputeId: z.string(),
  }),
  render: ({ name, email, title, amount, disputeId }, site) =>
    plainEmail(site, {
      subject: 'A payment is disputed',
      title: 'A payment is disputed',
      preview: `A bank asks for ${formatCents(amount)} back. Answer the dispute in Stripe.`,
      firstName: '',
      opening: [
        `A cardholder disputed a payment, and the bank asks for ${formatCents(amount)} back.`,
        'Answer the dispute in your Stripe dashboard, which names the deadline. If nobody answers, the bank decides for the cardholder.',
        'The payer keeps the purchase until the bank has decided, and loses it when the dispute is lost.',
      ],
      details: [
        ...(name === '' ? [] : [['Paid by', headerText(name)] as const]),
        ...(email === '' ? [] : [['Email', email] as const]),
        ['For', title ?? 'Debate Club membership'],
        ['Amount', formatCents(amount)],
        ['Dispute', disputeId],
      ],
      closing: [],
      reason: `Sent by ${site.url} when a payment is disputed.`,
    }),
});
