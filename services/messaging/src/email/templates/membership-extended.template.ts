import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant, plan } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { dayOf } from './email-dates.ts';
import { membershipAction, unaskedChange } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To a member whose next charge staff moved to a later day. */
export const membershipExtendedEmail = emailTemplate({
  name: 'membership-extended',
  data: z.object({
    firstName: z.string(),
    plan: plan(),
    /** The price of a period, before credit and discounts. */
    price: cents,
    renewsAt: instant(),
    /** Whether an account has the membership; a missing value means that one has. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: ({ firstName, plan: chosen, price, renewsAt, hasAccount }, site) => {
    const due = dayOf(renewsAt, site);
    const period = chosen === 'monthly' ? 'month' : 'year';
    return plainEmail(site, {
      subject: 'Your next payment is due later',
      title: 'Your next payment is due later',
      preview: `Your membership was extended. The next payment is due on ${due}.`,
      firstName,
      opening: [
        `Your membership of the ${site.associationName} Debate Club was extended. Nothing is charged before ${due}.`,
        `The next payment of ${formatCents(price)} is due on ${due}. The membership renews every ${period} from then on, until you cancel it.`,
      ],
      details: [
        ['Membership', `Debate Club, ${chosen}`],
        ['Price', `${formatCents(price)} a ${period}`],
        ['Next billing date', due],
      ],
      action: membershipAction(site, hasAccount, {
        label: 'See your membership',
        terms: `You can cancel it there at any time before ${due}.`,
      }),
      closing: [unaskedChange(hasAccount)],
      reason: `You get this email because this address pays for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
