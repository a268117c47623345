import * as z from 'zod/mini';
import { paymentCard } from '@lectern/contracts/billing/model';
import { cardMonth } from '@lectern/contracts/card-month';
import { instant, plan } from '@lectern/contracts/fields';
import { emailTemplate } from '../email-template.ts';
import { dayOf } from './email-dates.ts';
import { membershipAction } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To the payer of a membership whose card expires: a month before, and again in the last week. */
export const cardExpiringEmail = emailTemplate({
  name: 'card-expiring',
  data: z.object({
    firstName: z.string(),
    plan: plan(),
    notice: z.enum(['card_month', 'card_week']),
    card: paymentCard,
    /** When the membership renews. */
    renewsAt: instant(),
    /** Whether an account has the membership; a missing value means that one has. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: ({ firstName, plan: chosen, notice, card, renewsAt, hasAccount }, site) => {
    const month = cardMonth(card);
    const due = dayOf(renewsAt, site);
    const title = notice === 'card_week' ? 'Your card expires in a few days' : 'Your card expires soon';
    return plainEmail(site, {
      subject: `Your card ending in ${card.last4} expires ${month}`,
      title,
      preview: 'Save another card, so that your membership goes on.',
      firstName,
      opening: [
        `The card that pays for your membership of the ${site.associationName} Debate Club, ending in ${card.last4}, is valid until the end of ${month}. Your membership renews on ${due}.`,
        'Please save your new card before that, so that the payment goes through and your access goes on without a break.',
      ],
      details: [
        ['Membership', `Debate Club, ${chosen}`],
        ['Card', `ending in ${card.last4}, expires ${cardMonth(card)}`],
        ['Next billing date', due],
      ],
      action: membershipAction(site, hasAccount, {
        label: 'Update your card',
        terms: 'Under Subscription, choose Update Payment Method.',
      }),
      closing: ['If something is not right, reply to this email.'],
      reason: `You get this email because this address pays for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
