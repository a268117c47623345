import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { formatCents } from '@lectern/contracts/money';
import { paymentRefusal } from '@lectern/contracts/billing/model';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

const BECAUSE: Record<z.output<typeof paymentRefusal>, (title: string) => string> = {
  over: (title) => `We received your payment for the ${title}, but it arrived when registration was over.`,
  full: (title) => `We received your payment for the ${title}, but it arrived when all places were taken.`,
  rules: (title) =>
    `We received your payment for the ${title}, but your place had been released by then, and the rules of the tournament do not allow your selection of events any more.`,
  withdrawn: (title) => `Your registration for the ${title} was withdrawn or removed.`,
  free: (title) => `You paid for the ${title}, but it costs you nothing: you are registered already.`,
};

/** To a person whose payment was refunded because its product was no longer available, or because staff removed and refunded it. */
export const paymentReturnedEmail = emailTemplate({
  name: 'payment-returned',
  data: z.object({
    firstName: z.string(),
    title: z.string(),
    amount: cents,
    reason: paymentRefusal,
    isOffline: z.optional(z.boolean()),
  }),
  render: ({ firstName, title, amount, reason, isOffline = false }, site) =>
    plainEmail(site, {
      subject: `Your payment for the ${title} ${isOffline ? 'is returned' : 'was refunded'}`,
      title: isOffline ? 'We return your payment' : 'Your payment was refunded',
      preview: isOffline ? `We return ${formatCents(amount)} to you.` : `${formatCents(amount)} was refunded in full.`,
      firstName,
      opening: [
        `${BECAUSE[reason](title)} ${
          isOffline
            ? `We return your payment of ${formatCents(amount)} the way that it came.`
            : `Your payment of ${formatCents(amount)} for it was refunded in full. Your bank shows it in five to ten days.`
        }`,
      ],
      details: [
        ['Payment for', title],
        [isOffline ? 'Amount' : 'Refunded', formatCents(amount)],
      ],
      closing: [
        `The next dates are at ${site.url}/tournaments and ${site.url}/classes. If anything is unclear, reply to this email.`,
      ],
      reason: `You get this email because you paid ${site.associationName}.`,
    }),
});
