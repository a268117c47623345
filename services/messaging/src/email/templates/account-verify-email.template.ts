import * as z from 'zod/mini';
import { emailTemplate, EmailObsolete } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { confirmEmailAddress, VERIFY_EMAIL_TERMS } from './account-links.ts';

/** To the address of an account whose holder requested to verify it. */
export const accountVerifyEmailEmail = emailTemplate({
  name: 'account-verify-email',
  data: z.object({
    email: z.string(),
    firstName: z.nullable(z.string()),
    userId: z.string(),
    /** Staff requested it, at the request of the holder or before a merge. */
    isByStaff: z.optional(z.boolean()),
  }),
  link: ({ email, userId }) => ({ purpose: 'verify_email', email, userId }),
  render: ({ firstName, isByStaff }, site, token) => {
    if (token === null) throw new EmailObsolete('The address is verified by now, or no longer the account’s');
    return plainEmail(site, {
      subject: 'Confirm your email address',
      title: 'Confirm your email address',
      preview: 'One press, and we know that this mailbox is yours.',
      firstName,
      opening: `${isByStaff === true ? 'We would like to know that your account has the right email address.' : 'You asked for this email in your account settings.'} Confirm that this mailbox is yours; then what we keep under this address alone counts as yours too.`,
      action: { label: 'Confirm your email', url: confirmEmailAddress(site, token), terms: VERIFY_EMAIL_TERMS },
      closing:
        'If you have no account with us, somebody else opened one with your email address. Do not press the button, because it would confirm that account. Reply to this email instead.',
      reason: `You get this email because the holder of a ${site.associationName} account gave this address${isByStaff === true ? '' : ' and asked to confirm it'}.`,
    });
  },
});
