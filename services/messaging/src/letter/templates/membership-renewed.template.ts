import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant, plan } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { letterTemplate } from '../letter-template.ts';
import { dayOf } from './letter-dates.ts';
import { plainLetter } from './plain-letter.ts';

/** To a member whose renewal was paid: the note of what was charged. What was paid first stands in the letter of welcome. */
export const membershipRenewedLetter = letterTemplate({
  name: 'membership-renewed',
  data: z.object({
    firstName: z.string(),
    plan: plan(),
    /** What was charged. */
    amount: cents,
    /** What the period costs, before credit and discounts. */
    price: cents,
    paidAt: instant(),
    currentPeriodEnd: instant(),
    renews: z.boolean(),
    /** Whether an account has the membership; one has where this is missing. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: (renewal, site) => {
    const amount = formatCents(renewal.amount);
    const period = renewal.plan === 'monthly' ? 'month' : 'year';
    const end = dayOf(renewal.currentPeriodEnd, site);
    const isReduced = renewal.amount < renewal.price;
    return plainLetter(site, {
      subject: `Your receipt: another ${period} of the Debate Club`,
      title: 'Your membership goes on',
      preview: `${amount} for another ${period}.`,
      firstName: renewal.firstName,
      opening: [
        renewal.amount === 0
          ? `Another ${period} of the ${site.associationName} Debate Club has begun, and there was nothing to charge. Thank you for staying with us.`
          : `We have charged ${amount} for another ${period} of the ${site.associationName} Debate Club. Thank you for staying with us.`,
      ],
      facts: [
        ['Membership', `Debate Club, ${renewal.plan}`],
        ['Paid on', dayOf(renewal.paidAt, site)],
        ...(isReduced
          ? [
              ['Price', formatCents(renewal.price)] as const,
              ['Credit and discounts', `−${formatCents(renewal.price - renewal.amount)}`] as const,
            ]
          : []),
        ['Charged', amount],
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
              terms: 'Your invoices are there too, and so are changing your card and cancelling.',
            },
      closing: ['If something about this payment is not right, reply to this letter.'],
      reason: `You get this letter because this address pays for a membership of ${site.associationName}. Letters about your payments cannot be switched off.`,
    });
  },
});
