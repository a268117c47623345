import * as z from 'zod/mini';
import { plan } from '@lectern/contracts/fields';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

/** To a person whose bank has not sent the first payment of a membership yet. */
export const paymentPendingEmail = emailTemplate({
  name: 'payment-pending',
  data: z.object({ firstName: z.string(), plan: plan(), hasAccount: z.boolean() }),
  render: ({ firstName, plan: chosen, hasAccount }, site) =>
    plainEmail(site, {
      subject: 'Your bank is processing your payment',
      title: 'Your bank is processing your payment',
      preview: 'This can take a few days. You do not need to pay again.',
      firstName,
      opening: [
        `Thank you for joining the ${site.associationName} Debate Club. Your bank is processing the payment, which can take a few days. You do not need to pay again.`,
        hasAccount
          ? 'Your membership begins when the money arrives, and we email you then.'
          : 'Your membership begins when the money arrives. We then email you a link to set up your account.',
      ],
      details: [['Membership', `Debate Club, ${chosen}`]],
      ...(hasAccount
        ? {
            action: {
              label: 'See your subscription',
              url: `${site.url}/account/subscription`,
              terms: 'To pay another way, cancel this payment there first.',
            },
          }
        : {}),
      closing: [
        'If the payment does not go through, nothing is charged and you can pay again. If you did not make this payment, reply to this email.',
      ],
      reason: `You get this email because a membership of ${site.associationName} was paid for with this address. You cannot unsubscribe from emails about your payments.`,
    }),
});
