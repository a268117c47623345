import * as z from 'zod/mini';
import { cents } from '@lectern/contracts/cents';
import { formatCents } from '@lectern/contracts/money';
import { emailTemplate } from '../email-template.ts';
import { joinAgainAction, membershipAction, unaskedChange } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person whose membership ended immediately: a duplicate, or one that staff replaced, that was refunded, that stayed unpaid, or that was cancelled while it was due. */
export const membershipEndedEmail = emailTemplate({
  name: 'membership-ended',
  data: z.object({
    firstName: z.string(),
    reason: z.enum(['duplicate', 'replaced', 'refused', 'refunded', 'unpaid', 'cancelled']),
    amountRefunded: cents,
    /** Whether the membership was refunded by the decision of a dispute. */
    isDisputeLost: z.optional(z.boolean()),
    /** Whether an account had the membership; a missing value means that one had. */
    hasAccount: z.optional(z.boolean()),
  }),
  render: ({ firstName, reason, amountRefunded, isDisputeLost, hasAccount }, site) => {
    const amount = formatCents(amountRefunded);
    const club = `${site.associationName} Debate Club`;
    const reasonForEmail = `You get this email because this address pays for a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`;
    if (reason === 'replaced') {
      return plainEmail(site, {
        subject: 'Your membership has changed',
        title: 'Your membership has changed',
        preview: 'Our team gave you another membership. The earlier one has ended.',
        firstName,
        opening: [
          `Our team added another membership of the ${club} to your account. It takes the place of the one that you had, which has ended and is not charged again.`,
          'You keep your access without a break. If you do not see the new membership after you log in, confirm your email in your account settings.',
        ],
        action: membershipAction(site, hasAccount, {
          label: 'See your membership',
          terms: 'The page shows the plan, the price and the next billing date.',
        }),
        closing: [
          'If you did not ask for this, or if the days that you had already paid for should be refunded, reply to this email.',
        ],
        reason: reasonForEmail,
      });
    }
    if (reason === 'refunded' && isDisputeLost === true) {
      return plainEmail(site, {
        subject: 'Your membership has ended',
        title: 'Your membership has ended',
        preview: 'Your bank decided the dispute of its payment for you.',
        firstName,
        opening: [
          `Your bank decided the dispute of the payment for your ${club} membership in your favor and returned the money, so the membership has ended. Nothing more is charged.`,
        ],
        action: joinAgainAction(site, hasAccount),
        closing: [
          'Please ask your bank when the money will be on your account. If you did not dispute this payment, reply to this email.',
        ],
        reason: reasonForEmail,
      });
    }
    if (reason === 'refunded') {
      return plainEmail(site, {
        subject: 'Your membership has ended',
        title: 'Your membership has ended',
        preview: 'Its payment was refunded, and nothing more is charged.',
        firstName,
        opening: [
          `The payment for the current period of your ${club} membership was returned to you, so the membership has ended. Nothing more is charged.`,
        ],
        details: amountRefunded === 0 ? [] : [['Refunded', amount]],
        action: joinAgainAction(site, hasAccount),
        closing: ['Banks take five to ten days to show a refund. If you did not ask for this, reply to this email.'],
        reason: reasonForEmail,
      });
    }
    if (reason === 'unpaid') {
      return plainEmail(site, {
        subject: 'Your membership has ended',
        title: 'Your membership has ended',
        preview: 'The payment for its renewal did not go through. Nothing more is charged.',
        firstName,
        opening: [
          `We tried several times to renew your ${club} membership, and the payment for the renewal did not go through. The membership has now ended.`,
          'Nothing more is charged, and the open invoice is void: you owe nothing.',
        ],
        action:
          hasAccount === false
            ? joinAgainAction(site, hasAccount)
            : {
                label: 'Join again',
                url: `${site.url}/account/subscription`,
                terms: 'You keep your account. Log in, choose Join Again, and pay with a card that works.',
              },
        closing: ['If something is wrong on our side, reply to this email.'],
        reason: reasonForEmail,
      });
    }
    if (reason === 'cancelled') {
      return plainEmail(site, {
        subject: 'Your membership has ended',
        title: 'Your membership has ended',
        preview: 'It was cancelled. Nothing more is charged.',
        firstName,
        opening: [
          `Your ${club} membership was cancelled and has ended. Nothing more is charged, and an open invoice is void: you owe nothing.`,
        ],
        details: amountRefunded === 0 ? [] : [['Refunded', amount]],
        action: joinAgainAction(site, hasAccount),
        closing: [unaskedChange(hasAccount)],
        reason: reasonForEmail,
      });
    }
    const isDuplicate = reason === 'duplicate';
    if (amountRefunded === 0) {
      const notCharged =
        'Nothing was charged for it. If your bank is still sending a payment, we refund it when it arrives.';
      return plainEmail(site, {
        subject: isDuplicate ? 'Your second membership has ended' : 'We could not begin your membership',
        title: isDuplicate ? 'Your second membership has ended' : 'We could not begin your membership',
        preview: 'Nothing was charged for it.',
        firstName,
        opening: isDuplicate
          ? [
              `There were two memberships of the ${club} for you. You need only one, so we ended the second one. ${notCharged}`,
              'Your first membership goes on as before.',
            ]
          : [
              `A membership of the ${club} was begun for this email address. Its account is deactivated, so we ended the membership. ${notCharged}`,
            ],
        closing: ['If something is wrong on our side, reply to this email.'],
        reason: reasonForEmail,
      });
    }
    return plainEmail(site, {
      subject: 'Your payment was refunded',
      title: 'Your payment was refunded',
      preview: isDuplicate
        ? 'You have a membership already, so we refunded the second one.'
        : 'We could not give you a membership for this payment.',
      firstName,
      opening: isDuplicate
        ? [
            `There were two memberships of the ${club} for you. You need only one, so we ended the second one and refunded what it charged: ${amount}.`,
            'Your first membership goes on as before. If you do not see it after you log in, confirm your email in your account settings.',
          ]
        : [
            `We received a payment of ${amount} for a membership of the ${club}. The account of this email is deactivated, so we refunded the payment and ended the membership.`,
          ],
      details: [['Refunded', amount]],
      closing: [
        'Banks take five to ten days to show a refund. If something is wrong on our side, reply to this email.',
      ],
      reason: reasonForEmail,
    });
  },
});
