import * as z from 'zod/mini';
import { emailTemplate, EmailObsolete } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { resetAddress, RESET_TERMS } from './account-links.ts';

/** To an address that requested to set up an account and already has one with a password. */
export const accountSignInEmail = emailTemplate({
  name: 'account-sign-in',
  data: z.object({ email: z.string(), firstName: z.nullable(z.string()) }),
  link: ({ email }) => ({ purpose: 'reset', email }),
  render: ({ firstName }, site, token) => {
    if (token === null) throw new EmailObsolete('The account is gone');
    return plainEmail(site, {
      subject: 'You have an account already',
      title: 'You have an account already',
      preview: 'Log in, or choose a new password.',
      firstName,
      opening:
        'Somebody, most likely you, asked to set up an account with this address. It has one already, with a password. If you have forgotten that, choose a new one here.',
      action: { label: 'Choose a new password', url: resetAddress(site, token), terms: RESET_TERMS },
      otherwise: { before: 'If you know it, go straight to ', label: 'the login page', url: `${site.url}/login` },
      closing: 'If that was not you, do nothing: your account is as it was.',
      reason: `You get this email because somebody asked for a ${site.associationName} account with this address.`,
    });
  },
});
