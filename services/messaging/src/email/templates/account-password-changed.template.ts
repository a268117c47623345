import * as z from 'zod/mini';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { askResetAddress } from './account-links.ts';

/** To the holder of an account whose password was changed in the settings or (`isReset`) by an emailed link, which may have taken the account over from a stranger. */
export const accountPasswordChangedEmail = emailTemplate({
  name: 'account-password-changed',
  data: z.object({ firstName: z.string(), isReset: z.boolean(), isTakenOver: z.optional(z.boolean()) }),
  render: ({ firstName, isReset, isTakenOver }, site) =>
    plainEmail(site, {
      subject: 'Your password was changed',
      title: 'Your password was changed',
      preview: `${isReset ? 'Every device has' : 'Other devices have'} been logged out of your account.`,
      firstName,
      opening: isReset
        ? 'Your account has a new password, chosen with the link that we emailed to this address. Every device that was logged in to the account has been logged out.' +
          (isTakenOver === true
            ? ' A referral code that was entered with the account before no longer counts. If a friend invited you and you have not paid yet, open their link again, and join with this email address and your new password.'
            : '')
        : 'Your account has a new password, chosen in its settings. Every other device that was logged in to the account has been logged out.',
      otherwise: {
        before: 'If that was not you, ',
        label: 'choose another password right away',
        url: askResetAddress(site),
      },
      closing: isReset
        ? 'In that case somebody else may be reading your emails: change the password of your mailbox as well, and reply to this email.'
        : 'Please reply to this email as well, so that we can look at what was done in your account.',
      reason: `You get this email because this address belongs to a ${site.associationName} account. You cannot unsubscribe from emails about its security.`,
    }),
});
