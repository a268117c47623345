import * as z from 'zod/mini';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { EMAIL_UNDO_TERMS, undoEmailChangeAddress } from './account-links.ts';

/**
 * To the previous email address of an account. `email`, the same, and `userId` are present where the account had verified it: then
 * the email carries a link that undoes the change. After a change by staff (`isByStaff`) it names the contact instead.
 */
export const accountEmailChangedEmail = emailTemplate({
  name: 'account-email-changed',
  data: z.object({
    firstName: z.string(),
    email: z.optional(z.string()),
    userId: z.optional(z.string()),
    isByStaff: z.optional(z.boolean()),
  }),
  link: ({ email, userId }) =>
    email === undefined || userId === undefined ? null : { purpose: 'email_undo', email, userId },
  render: ({ firstName, isByStaff }, site, token) =>
    plainEmail(site, {
      subject: 'The email of your account was changed',
      title: 'Your email was changed',
      preview: 'Your account has a new email address.',
      firstName,
      opening:
        'Your account has a new email address, which was confirmed. We send emails about your account there, and you log in with it.',
      ...(isByStaff === true
        ? {
            otherwise: {
              before: 'Our team made this change when the member asked for it. If you did not ask for it, please ',
              label: 'contact us',
              url: `${site.url}/contact`,
            },
            closing: 'You can also reply to this email. We read every reply and can correct the change.',
          }
        : token === null
          ? {
              closing:
                'If that was not you, reply to this email right away. We read every reply and can correct the change.',
            }
          : {
              action: { label: 'Undo this change', url: undoEmailChangeAddress(site, token), terms: EMAIL_UNDO_TERMS },
              closing:
                'If you changed it yourself, do nothing. If that was not you and the button does not work, reply to this email right away.',
            }),
      reason: `You get this email because this address belonged to a ${site.associationName} account until now.`,
    }),
});
