import * as z from 'zod/mini';
import { emailTemplate, EmailObsolete } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { resetAddress, RESET_TERMS } from './account-links.ts';

/** To the holder of an account who requested a new password. */
export const accountResetEmail = emailTemplate({
  name: 'account-reset',
  data: z.object({ email: z.string(), firstName: z.nullable(z.string()) }),
  link: ({ email }) => ({ purpose: 'reset', email }),
  render: ({ firstName }, site, token) => {
    if (token === null) throw new EmailObsolete('The account is gone');
    return plainEmail(site, {
      subject: 'Choose a new password',
      title: 'Choose a new password',
      preview: 'The link that you asked for. It works for an hour.',
      firstName,
      opening:
        'Here is the link that you asked for. Once you have chosen a new password, every device that is logged in to your account is logged out.',
      action: { label: 'Choose a new password', url: resetAddress(site, token), terms: RESET_TERMS },
      closing: 'If that was not you, do nothing: your password stays as it is.',
      reason: `You get this email because somebody asked for a new password for the ${site.associationName} account of this address.`,
    });
  },
});
