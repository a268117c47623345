import * as z from 'zod/mini';
import { plan } from '@lectern/contracts/fields';
import { emailTemplate } from '../email-template.ts';
import { membershipAction } from './membership-actions.ts';
import { plainEmail } from './plain-email.tsx';

/** To both mailboxes of a merged person: where the running membership of one of them is now. */
export const membershipMovedEmail = emailTemplate({
  name: 'membership-moved',
  data: z.object({ firstName: z.string(), plan: plan(), hasAccount: z.boolean(), isFormer: z.boolean() }),
  render: ({ firstName, plan: chosen, hasAccount, isFormer }, site) => {
    const details = [['Membership', `Debate Club, ${chosen}`] as const];
    const closing = ['If you think that this is a mistake, reply to this email. We read every reply.'];
    if (isFormer)
      return plainEmail(site, {
        subject: 'Your membership was moved from this email address',
        title: 'Your membership was moved from this email address',
        preview: 'It is with your other email address now.',
        firstName,
        opening: [
          'Our team learned that you use two email addresses, and put them together: the membership that was paid with this one belongs to the other one now, and emails about it go there.',
          'Nothing changes in what you pay.',
        ],
        details,
        closing,
        reason: `You get this email because this address paid for a membership of ${site.associationName}.`,
      });
    return plainEmail(site, {
      subject: 'Your membership is with this email address now',
      title: 'Your membership is with this email address now',
      preview: 'Our team put your two email addresses together.',
      firstName,
      opening: [
        'Our team learned that you use two email addresses, and put them together: the membership that was paid with the other one belongs to this one now, and emails about it come here.',
        'Nothing changes in what you pay.',
      ],
      details,
      action: membershipAction(site, hasAccount, {
        label: 'See your membership',
        terms: 'You can see your payments there, and cancel.',
      }),
      closing,
      reason: `You get this email because this address has a membership of ${site.associationName}. You cannot unsubscribe from emails about your payments.`,
    });
  },
});
