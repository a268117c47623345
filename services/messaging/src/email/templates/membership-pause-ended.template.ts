import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { instant, plan } from '@lectern/contracts/fields';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { dayOf } from './email-dates.ts';
import { membershipAction, unaskedChange } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person whose membership goes on after a pause, or without the pause that was set: what is charged, and when next. */
export const membershipPauseEndedEmail = emailTemplate({
  name: 'membership-pause-ended',
  data: z.object({
    firstName: z.string(),
    plan: plan(),
    /** The price of a period, before credit and discounts. */
    price: cents,
    /** Whether the pause had begun. */
    hadBegun: z.boolean(),
    /** Null where it is charged within the next hours, and where nothing is. */
    charged: z.nullable(cents),
    renewsAt: instant(),
    /** Whether an account has the membership; a missing value means that one has. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: ({ firstName, plan: chosen, price, hadBegun, charged, renewsAt, hasAccount }, site) => {
    const due = dayOf(renewsAt, site);
    const club = `${site.associationName} Debate Club`;
    const words = hadBegun
      ? {
          title: 'Your membership runs again',
          preview: 'Your pause is over, and your access is open.',
          opening: `The pause of your membership of the ${club} is over, and your access is open again. ${
            charged === null
              ? `We charge ${formatCents(price)}, less any credit, within the next hours.`
              : charged === 0
                ? 'There was nothing to charge.'
                : `We charged ${formatCents(charged)}.`
          }`,
        }
      : {
          title: 'Your membership does not pause',
          preview: 'The pause is dropped, and your access goes on.',
          opening: `The pause of your membership of the ${club} is dropped before it began. You keep your access, and nothing is charged before ${due}.`,
        };
    return plainEmail(site, {
      subject: words.title,
      title: words.title,
      preview: words.preview,
      firstName,
      opening: [words.opening],
      details: [
        ['Membership', `Debate Club, ${chosen}`],
        ...(charged === null ? [] : [['Charged', formatCents(charged)] as const]),
        ['Next billing date', due],
      ],
      action: membershipAction(site, hasAccount, {
        label: 'See your membership',
        terms: `You can cancel it there at any time before ${due}.`,
      }),
      closing: [
        hadBegun && charged === null ? 'If something is not right, reply to this email.' : unaskedChange(hasAccount),
      ],
      reason: `You get this email because this address pays for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
