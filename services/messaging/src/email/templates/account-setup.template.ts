import * as z from 'zod/mini';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { setupAddress, SETUP_TERMS } from './account-links.ts';

/** To an address without a password that requested to set up an account. */
export const accountSetupEmail = emailTemplate({
  name: 'account-setup',
  data: z.object({ email: z.string(), firstName: z.nullable(z.string()) }),
  link: ({ email }) => ({ purpose: 'setup', email }),
  render: ({ email, firstName }, site, token) => {
    const frame = {
      subject: 'Set up your account',
      title: 'Set up your account',
      firstName,
      closing: 'If that was not you, do nothing: nobody can use this address for an account without this email.',
      reason: `You get this email because somebody asked for a ${site.associationName} account with this address.`,
    };
    // The account was set up before the email was posted.
    if (token === null) {
      return plainEmail(site, {
        ...frame,
        preview: 'Your account has a password already.',
        opening:
          'You asked for a link to set up your account. It has a password by now, so all that is left is to log in.',
        otherwise: {
          before: 'Log in, or ask for a new password, on ',
          label: 'the login page',
          url: `${site.url}/login`,
        },
      });
    }
    return plainEmail(site, {
      ...frame,
      preview: 'Choose a password, and you are in.',
      opening:
        'Here is the link that you asked for. Choose your name, your division and a password, and you are in. If you have paid already, your membership is waiting there.',
      action: { label: 'Set up your account', url: setupAddress(site, email, token), terms: SETUP_TERMS },
    });
  },
});
