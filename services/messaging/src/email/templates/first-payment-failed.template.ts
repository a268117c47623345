import * as z from 'zod/mini';
import { plan } from '@lectern/contracts/fields';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person whose bank did not send the first payment of a membership. */
export const firstPaymentFailedEmail = emailTemplate({
  name: 'first-payment-failed',
  data: z.object({ firstName: z.string(), plan: plan(), hasAccount: z.boolean() }),
  render: ({ firstName, plan: chosen, hasAccount }, site) =>
    plainEmail(site, {
      subject: 'Your payment did not go through',
      title: 'Your payment did not go through',
      preview: 'Nothing was charged, and no membership has begun.',
      firstName,
      opening: [
        `Your bank did not send the payment for a membership of the ${site.associationName} Debate Club. Nothing was charged, and no membership has begun.`,
        hasAccount ? 'You keep your account, and you can join whenever you like.' : 'You can join whenever you like.',
      ],
      details: [['Membership', `Debate Club, ${chosen}`]],
      action: hasAccount
        ? {
            label: 'Join again',
            url: `${site.url}/dashboard`,
            terms: 'Log in, choose a plan, and pay by card or from another bank account.',
          }
        : {
            label: 'Join again',
            url: `${site.url}/subscribe`,
            terms: 'Choose a plan, and pay by card or from another bank account.',
          },
      closing: [
        'Please ask your bank why the payment did not go through. If you did not make this payment, reply to this email.',
      ],
      reason: `You get this email because a membership of ${site.associationName} was to be paid for with this address. You cannot unsubscribe from emails about your payments.`,
    }),
});
