import * as z from 'zod/mini';
import { instant, plan } from '@lectern/contracts/fields';
import { emailTemplate } from '../email-template.ts';
import { dayOf } from './email-dates.ts';
import { membershipAction, unaskedChange } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person whose membership was cancelled, by themselves or by staff: its last day, and how to keep it. */
export const membershipCancelledEmail = emailTemplate({
  name: 'membership-cancelled',
  data: z.object({
    firstName: z.string(),
    plan: plan(),
    accessUntil: instant(),
    /** Whether an account has the membership; a missing value means that one has. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: ({ firstName, plan: chosen, accessUntil, hasAccount }, site) => {
    const end = dayOf(accessUntil, site);
    return plainEmail(site, {
      subject: 'Your membership is cancelled',
      title: 'Your membership is cancelled',
      preview: `You have access until ${end}. Nothing more is charged.`,
      firstName,
      opening: [
        `Your membership of the ${site.associationName} Debate Club is cancelled. It does not renew, and nothing more is charged. You have access until ${end}.`,
      ],
      details: [
        ['Membership', `Debate Club, ${chosen}`],
        ['Membership ends', end],
      ],
      action: membershipAction(site, hasAccount, {
        label: 'See your membership',
        terms: `If you change your mind before ${end}, you can keep the membership there.`,
      }),
      closing: [unaskedChange(hasAccount)],
      reason: `You get this email because this address pays for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
