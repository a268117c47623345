import * as z from 'zod/mini';
import { emailTemplate, EmailObsolete } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { askResetAddress, confirmEmailAddress, EMAIL_CHANGE_TERMS } from './account-links.ts';

/** To the new email address of an account. */
export const accountEmailChangeEmail = emailTemplate({
  name: 'account-email-change',
  data: z.object({
    email: z.string(),
    firstName: z.nullable(z.string()),
    userId: z.string(),
    isByStaff: z.optional(z.boolean()),
  }),
  link: ({ email, userId }) => ({ purpose: 'email_change', email, userId }),
  render: ({ firstName, isByStaff }, site, token) => {
    if (token === null) throw new EmailObsolete('The account no longer asks for this address');
    return plainEmail(site, {
      subject: 'Confirm your new email',
      title: 'Confirm your new email',
      preview: 'One more step, and your account has this address.',
      firstName,
      opening:
        isByStaff === true
          ? `Our team entered this email address for your ${site.associationName} account. Confirm that it is yours. Until then, your account keeps its old email address.`
          : 'You asked to use this email address for your account. Confirm that it is yours. Until then, your account keeps its old email address.',
      action: { label: 'Confirm this email', url: confirmEmailAddress(site, token), terms: EMAIL_CHANGE_TERMS },
      ...(isByStaff === true
        ? {
            otherwise: {
              before: 'If you cannot log in, use this email within a day to ',
              label: 'reset your password',
              url: askResetAddress(site),
            },
          }
        : {}),
      closing: 'If that was not you, do nothing: no account gets this address without this email.',
      reason:
        isByStaff === true
          ? `You get this email because the ${site.associationName} team entered this address for an account.`
          : `You get this email because the holder of a ${site.associationName} account gave this address.`,
    });
  },
});
