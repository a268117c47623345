import * as z from 'zod/mini';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

/** To the holder of an account that staff deactivated or reactivated. */
export const accountSwitchedEmail = emailTemplate({
  name: 'account-switched',
  data: z.object({ firstName: z.string(), isDeactivated: z.boolean() }),
  render: ({ firstName, isDeactivated }, site) => {
    const title = isDeactivated ? 'Your account was deactivated' : 'Your account was reactivated';
    const reason = `You get this email because this address belongs to a ${site.associationName} account.`;
    return isDeactivated
      ? plainEmail(site, {
          subject: title,
          title,
          preview: 'You can no longer log in, and a membership is not charged again.',
          firstName,
          opening:
            'Our team deactivated your account. You can no longer log in, and a membership is not charged again. Your unpaid places in events were released.',
          otherwise: {
            before: 'If you do not know why, or think that this is a mistake, please ',
            label: 'contact us',
            url: `${site.url}/contact`,
          },
          closing: 'You can also reply to this email. We read every reply.',
          reason,
        })
      : plainEmail(site, {
          subject: title,
          title,
          preview: 'You can log in again.',
          firstName,
          opening:
            'Our team reactivated your account, and you can log in again. A membership whose paid period still runs goes on: it renews, or ends with that period if it was cancelled. If it ended in the meantime, you can join again. Your unpaid places in events were released, and you can register again.',
          action: {
            label: 'Log in',
            url: `${site.url}/login`,
            terms: 'Your email address and your password are the same as before.',
          },
          closing: 'If you did not expect this, reply to this email. We read every reply.',
          reason,
        });
  },
});
