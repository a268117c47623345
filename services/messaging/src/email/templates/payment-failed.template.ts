import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant, plan } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { dayOf } from './email-dates.ts';
import { membershipAction } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To a member whose renewal could not be charged. */
export const paymentFailedEmail = emailTemplate({
  name: 'payment-failed',
  data: z.object({
    firstName: z.string(),
    plan: plan(),
    amount: cents,
    /** The number of this try, from 1 on. */
    attempt: z.number(),
    accessUntil: instant(),
    /** Whether the grace period still runs; a missing value means that it does. */
    hasAccess: z.optional(z.boolean()),
    /** Whether an account has the membership; a missing value means that one has. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: (failure, site) => {
    const amount = formatCents(failure.amount);
    const until = dayOf(failure.accessUntil, site);
    const hasAccess = failure.hasAccess !== false;
    const again = failure.attempt === 1 ? '' : ' again';
    return plainEmail(site, {
      subject: failure.attempt === 1 ? 'Your payment did not go through' : 'Your payment did not go through again',
      title: 'Your payment did not go through',
      preview: hasAccess
        ? `Your access goes on until ${until}. Please check your card.`
        : 'Your access has ended until the payment goes through. Please check your card.',
      firstName: failure.firstName,
      opening: [
        `We tried${again} to renew your membership of the ${site.associationName} Debate Club, and your bank did not let the payment of ${amount} through. Most often a card has expired or was replaced.`,
        hasAccess
          ? `Nothing has changed for you yet: your access goes on until ${until}. We try the payment again automatically in the next days.`
          : `Your access ended on ${until}. It opens again as soon as the payment goes through. We try it again automatically in the next days.`,
      ],
      details: [
        ['Membership', `Debate Club, ${failure.plan}`],
        ['Amount', amount],
        [hasAccess ? 'Access goes on until' : 'Access ended on', until],
      ],
      action: membershipAction(site, failure.hasAccount, {
        label: 'Update your card',
        terms:
          'Under Subscription, choose Update Payment Method. With a card that works, the payment goes through automatically.',
      }),
      closing: [
        'If you meant to leave, you can cancel on the same page. And if something is wrong on our side, reply to this email.',
      ],
      reason: `You get this email because this address pays for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
