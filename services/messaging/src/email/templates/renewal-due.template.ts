import * as z from 'zod/mini';
import { paymentCard } from '@lectern/contracts/billing/model';
import { cardMonth } from '@lectern/contracts/card-month';
import { cents } from '@lectern/contracts/cents';
import { instant, plan } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { dayOf } from './email-dates.ts';
import { membershipAction } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To the payer of an annual membership, two weeks before the next charge: how much, when, with which card, and how to cancel. */
export const renewalDueEmail = emailTemplate({
  name: 'renewal-due',
  data: z.object({
    firstName: z.string(),
    plan: plan(),
    renewsAt: instant(),
    /** The price of the period, before credit and discounts. */
    price: cents,
    /** The charge. */
    amount: cents,
    card: z.nullable(paymentCard),
    /** Whether an account has the membership; a missing value means that one has. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: ({ firstName, plan: chosen, renewsAt, price, amount, card, hasAccount }, site) => {
    const due = dayOf(renewsAt, site);
    const charge = formatCents(amount);
    const isFree = amount === 0;
    const paidWith = card === null ? 'your saved payment method' : `your card ending in ${card.last4}`;
    const expiresFirst = card !== null && new Date(card.expires_at) <= new Date(renewsAt);
    return plainEmail(site, {
      subject: `Your membership renews on ${due}`,
      title: 'Your membership renews soon',
      preview: isFree ? `Nothing is charged on ${due}.` : `We charge ${charge} on ${due}, unless you cancel before.`,
      firstName,
      opening: [
        `Your membership of the ${site.associationName} Debate Club renews for another year on ${due}.`,
        isFree
          ? 'Your credit and discounts cover the whole price, so nothing is charged.'
          : `We charge ${charge} to ${paidWith}. You do not have to do anything.`,
        ...(expiresFirst && !isFree
          ? ['That card expires before then. Please save a card that works, so that the payment goes through.']
          : []),
      ],
      details: [
        ['Membership', `Debate Club, ${chosen}`],
        ['Renews on', due],
        ...(amount < price
          ? [
              ['Price', formatCents(price)] as const,
              ['Credit and discounts', `−${formatCents(price - amount)}`] as const,
            ]
          : []),
        ['Charge', charge],
        ...(card === null ? [] : [['Card', `ending in ${card.last4}, expires ${cardMonth(card)}`] as const]),
      ],
      action: membershipAction(site, hasAccount, {
        label: 'See your membership',
        terms: `To leave, choose Cancel Subscription there before ${due}: nothing is charged then, and you keep your access until that day. You can change your card there too.`,
      }),
      closing: [
        'The charge can still change, for example with new referral credit; your receipt names what we charged. If something is not right, reply to this email.',
      ],
      reason: `You get this email because this address pays for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
