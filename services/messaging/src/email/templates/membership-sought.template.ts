import * as z from 'zod/mini';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { askResetAddress } from './account-links.ts';

/** To the mailbox of a membership, after a visitor who was not signed in asked to pay for it again. */
export const membershipSoughtEmail = emailTemplate({
  name: 'membership-sought',
  data: z.object({ firstName: z.string() }),
  render: ({ firstName }, site) =>
    plainEmail(site, {
      subject: 'You have a membership already',
      title: 'You have a membership already',
      preview: 'Log in instead of joining again.',
      firstName,
      opening: `Somebody, most likely you, asked to join ${site.associationName} with this address. It has a membership already, so there is nothing to pay. A second payment for it would be refunded.`,
      action: {
        label: 'Log in',
        url: `${site.url}/login`,
        terms: 'If you have no password yet, set up your account on the page “Set up your account”.',
      },
      otherwise: {
        before: 'If you have forgotten your password, ',
        label: 'choose a new one',
        url: askResetAddress(site),
      },
      closing:
        'If that was not you, do nothing: your membership is as it was. We email you about this at most once a day.',
      reason: `You get this email because this address has a ${site.associationName} membership.`,
    }),
});
