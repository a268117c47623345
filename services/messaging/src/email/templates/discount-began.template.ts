import * as z from 'zod/mini';
import { DISCOUNT_MONTHS } from '@lectern/contracts/billing/cancellation-offer';
import { cents } from '@lectern/contracts/cents';
import { instant, plan } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { dayOf } from './email-dates.ts';
import { membershipAction, unaskedChange } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To a member who took a discount instead of cancelling: how much, until when, and the next charge. */
export const discountBeganEmail = emailTemplate({
  name: 'discount-began',
  data: z.object({
    firstName: z.string(),
    plan: plan(),
    /** The price of a period, before credit and the discount. */
    price: cents,
    percent: z.int(),
    /** Of a period, before credit. */
    discountedPrice: cents,
    /** Charges before this instant are reduced. */
    until: instant(),
    renewsAt: instant(),
    /** Whether an account has the membership; a missing value means that one has. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: ({ firstName, plan: chosen, price, percent, discountedPrice, until, renewsAt, hasAccount }, site) => {
    const [end, next] = [dayOf(until, site), dayOf(renewsAt, site)];
    const reduced = formatCents(discountedPrice);
    return plainEmail(site, {
      subject: `You pay ${percent}% less for ${DISCOUNT_MONTHS} months`,
      title: 'Your discount is set',
      preview: `Each charge until ${end} is ${reduced}.`,
      firstName,
      opening: [
        `Thank you for staying with the ${site.associationName} Debate Club. For ${DISCOUNT_MONTHS} months, until ${end}, each charge is ${reduced} instead of ${formatCents(price)}, less any credit.`,
        `After that you pay ${formatCents(price)} again. Your membership goes on, and nothing was charged now.`,
      ],
      details: [
        ['Membership', `Debate Club, ${chosen}`],
        ['Discount', `${percent}% until ${end}`],
        ['Next charge', `${next}, ${formatCents(new Date(renewsAt) < new Date(until) ? discountedPrice : price)}`],
      ],
      action: membershipAction(site, hasAccount, {
        label: 'See your membership',
        terms: 'You can cancel there at any time.',
      }),
      closing: [unaskedChange(hasAccount)],
      reason: `You get this email because this address pays for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
