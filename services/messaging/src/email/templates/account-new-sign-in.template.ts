import * as z from 'zod/mini';
import { instant, uuid } from '@lectern/contracts/fields';
import { EmailObsolete, emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { askResetAddress, endSessionAddress } from './account-links.ts';
import { momentOf } from './email-dates.ts';

/** To the holder of an account after a login in an unknown browser. Once that session has ended, the email is obsolete. */
export const accountNewSignInEmail = emailTemplate({
  name: 'account-new-sign-in',
  data: z.object({
    firstName: z.string(),
    sessionId: uuid(),
    audience: z.enum(['member', 'admin']),
    client: z.string(),
    at: instant(),
  }),
  link: ({ sessionId }) => ({ sessionId }),
  render: ({ firstName, audience, client, at }, site, token) => {
    if (token === null) throw new EmailObsolete('The session has ended');
    const account = audience === 'admin' ? 'administrator account' : 'account';
    return plainEmail(site, {
      subject: audience === 'admin' ? 'New login to your administrator account' : 'New login to your account',
      title: 'New login to your account',
      preview: `${client}, ${momentOf(at, site)}`,
      firstName,
      opening: `Somebody logged in to your ${account}${audience === 'admin' ? '' : ' with its password,'} in a browser that had not done so before: ${client}, on ${momentOf(at, site)}. If that was you, there is nothing to do.`,
      action: {
        label: 'This was not me',
        url: endSessionAddress(site, token),
        terms: 'The button opens a page where you end that session. It works for as long as the session lasts.',
      },
      ...(audience === 'admin'
        ? {
            closing:
              'In that case change your password right away on the page “Security”, remove passkeys there that you do not know, and inform the other administrators.',
          }
        : {
            otherwise: {
              before: 'In that case somebody knows your password, so also ',
              label: 'choose a new one',
              url: askResetAddress(site),
            },
            closing:
              'We email you about the first logins of each browser, three in an hour at most. All of them are listed in your account settings.',
          }),
      reason: `You get this email because this address belongs to a ${site.associationName} ${account}. You cannot unsubscribe from emails about its security.`,
    });
  },
});
