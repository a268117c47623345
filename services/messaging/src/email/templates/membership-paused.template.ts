import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant, plan } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { dayOf } from './email-dates.ts';
import { membershipAction, unaskedChange } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person whose membership is to pause: when access ends, and when the next payment is due. */
export const membershipPausedEmail = emailTemplate({
  name: 'membership-paused',
  data: z.object({
    firstName: z.string(),
    plan: plan(),
    /** The price of a period, before credit and discounts. */
    price: cents,
    pausedFrom: instant(),
    pausedUntil: instant(),
    /** Whether an account has the membership; a missing value means that one has. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: ({ firstName, plan: chosen, price, pausedFrom, pausedUntil, hasAccount }, site) => {
    const [begins, due] = [dayOf(pausedFrom, site), dayOf(pausedUntil, site)];
    return plainEmail(site, {
      subject: `Your membership pauses on ${begins}`,
      title: 'Your pause is set',
      preview: `Nothing is charged until ${due}.`,
      firstName,
      opening: [
        `Your membership of the ${site.associationName} Debate Club pauses on ${begins}. You keep your access until then. During the pause you have no member access, and nothing is charged.`,
        `On ${due} your membership goes on by itself: we charge ${formatCents(price)}, less any credit, and your access opens again.`,
      ],
      details: [
        ['Membership', `Debate Club, ${chosen}`],
        ['Access until', begins],
        ['Next charge', `${due}, ${formatCents(price)}`],
      ],
      action: membershipAction(site, hasAccount, {
        label: 'See your membership',
        terms: 'You can end the pause earlier there, or cancel.',
      }),
      closing: [unaskedChange(hasAccount)],
      reason: `You get this email because this address pays for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
