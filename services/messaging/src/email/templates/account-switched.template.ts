import * as z from 'zod/mini';
import { emailTemplate } from '../email-template.ts';
import { accountEmail } from './account-email.ts';

/** To the holder of an account that staff deactivated or reactivated. */
export const accountSwitchedEmail = emailTemplate({
  name: 'account-switched',
  data: z.object({ firstName: z.string(), isDeactivated: z.boolean() }),
  render: ({ firstName, isDeactivated }, site) => {
    const title = isDeactivated ? 'Your account was deactivated' : 'Your account was reactivated';
    const reason = `You get this email because this address belongs to a ${site.associationName} account.`;
    return isDeactivated
      ? accountEmail(site, {
          subject: title,
          title,
          preview: 'Nobody can log in to it, and a membership is not charged again.',
          firstName,
          opening:
            'Our team deactivated your account. Nobody can log in to it, and if it has a membership, that is not charged again. Places in events that were not paid are given back.',
          otherwise: {
            before: 'If you do not know why, or think that this is a mistake, please ',
            label: 'contact us',
            url: `${site.url}/contact`,
          },
          closing: 'You can also reply to this email: people read here.',
          reason,
        })
      : accountEmail(site, {
          subject: title,
          title,
          preview: 'You can log in again.',
          firstName,
          opening:
            'Our team reactivated your account, and you can log in again. A membership whose paid period still runs goes on: it renews, or ends with that period if it was cancelled. One that has ended in the meantime has to be bought again, and for events that were not paid you may register again.',
          action: {
            label: 'Log in',
            url: `${site.url}/login`,
            terms: 'Your email address and your password are the same as before.',
          },
          closing: 'If you did not expect this, reply to this email: people read here.',
          reason,
        });
  },
});
