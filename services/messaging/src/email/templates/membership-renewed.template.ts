import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant, plan } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { dayOf } from './email-dates.ts';
import { plainEmail } from './plain-email.tsx';

/**
 * The receipt for a renewal, or for a change of the plan that was charged, to the member. The email of welcome contains the first
 * payment.
 */
export const membershipRenewedEmail = emailTemplate({
  name: 'membership-renewed',
  data: z.object({
    firstName: z.string(),
    plan: plan(),
    /** `changed`: for another plan; missing in emails of earlier releases. */
    reason: z.optional(z.enum(['renewed', 'changed'])),
    /** The amount charged. */
    amount: cents,
    /** The price of the period, before credit and discounts. */
    price: cents,
    paidAt: instant(),
    currentPeriodEnd: instant(),
    renews: z.boolean(),
    /** Missing in emails of earlier releases. */
    creditLeft: z.optional(cents),
    /** Whether an account has the membership; a missing value means that one has. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: (renewal, site) => {
    const amount = formatCents(renewal.amount);
    const period = renewal.plan === 'monthly' ? 'month' : 'year';
    const end = dayOf(renewal.currentPeriodEnd, site);
    const isReduced = renewal.amount < renewal.price;
    const club = `${site.associationName} Debate Club`;
    const isFree = renewal.amount === 0;
    const words =
      renewal.reason === 'changed'
        ? {
            subject: 'Your membership has changed',
            title: 'Your membership has changed',
            preview: isFree ? 'Your plan was changed.' : `Your plan was changed, and we charged ${amount}.`,
            opening: `The plan of your membership of the ${club} was changed, and ${isFree ? 'there was nothing to charge' : `we charged ${amount} for it`}.`,
            closing:
              'If you did not ask for this change, or something about this payment is not right, reply to this email.',
          }
        : {
            subject: `Your receipt: another ${period} of the Debate Club`,
            title: 'Your membership goes on',
            preview: `${amount} for another ${period}.`,
            opening: isFree
              ? `Another ${period} of the ${club} has begun, and there was nothing to charge. Thank you for staying with us.`
              : `We have charged ${amount} for another ${period} of the ${club}. Thank you for staying with us.`,
            closing: 'If something about this payment is not right, reply to this email.',
          };
    return plainEmail(site, {
      subject: words.subject,
      title: words.title,
      preview: words.preview,
      firstName: renewal.firstName,
      opening: [words.opening],
      details: [
        ['Membership', `Debate Club, ${renewal.plan}`],
        ['Paid on', dayOf(renewal.paidAt, site)],
        ...(isReduced
          ? [
              ['Price', formatCents(renewal.price)] as const,
              ['Credit and discounts', `−${formatCents(renewal.price - renewal.amount)}`] as const,
            ]
          : []),
        ['Charged', amount],
        ...((renewal.creditLeft ?? 0) > 0
          ? [['Credit left for your next payments', formatCents(renewal.creditLeft ?? 0)] as const]
          : []),
        [renewal.renews ? 'Next billing date' : 'Membership ends', end],
      ],
      action:
        renewal.hasAccount === false
          ? {
              label: 'Set up your account',
              url: `${site.url}/setup-account`,
              terms:
                'Nobody uses this membership yet. With an account for this email address you watch the recordings, change your card and cancel.',
            }
          : {
              label: 'See your payments',
              url: `${site.url}/account/subscription`,
              terms: 'Your invoices are there too, and you can change your card or cancel.',
            },
      closing: [words.closing],
      reason: `You get this email because this address pays for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
