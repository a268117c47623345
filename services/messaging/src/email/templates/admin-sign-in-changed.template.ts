import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { signInChange } from '@lectern/contracts/identity/events';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { momentOf } from './email-dates.ts';

const CHANGES = {
  change_password: 'Your password was changed',
  reset_password: 'Your password was reset by an emailed link',
  turn_on_second_factor: 'Your second factor was turned on',
  turn_off_second_factor: 'Your second factor was turned off',
  renew_recovery_codes: 'Your recovery codes were renewed',
  add_passkey: 'A passkey was added',
  remove_passkey: 'A passkey was removed',
} as const;

/** To an administrator whose own sign-in methods have changed. */
export const adminSignInChangedEmail = emailTemplate({
  name: 'admin-sign-in-changed',
  data: z.object({ change: signInChange, client: z.string(), at: instant() }),
  render: ({ change, client, at }, site) =>
    plainEmail(site, {
      subject: `Your administrator account: ${CHANGES[change].toLowerCase()}`,
      title: CHANGES[change],
      preview: `${client}, ${momentOf(at, site)}`,
      firstName: null,
      opening: `${CHANGES[change]}: ${client}, on ${momentOf(at, site)}. If that was you, there is nothing to do.`,
      otherwise: {
        before: 'If it was not you, ',
        label: 'set a new password',
        url: `${site.url}/admin/forgot-password`,
      },
      closing:
        'Then remove passkeys that you do not know on the page “Security”, and inform the other administrators, who can deactivate your account meanwhile.',
      reason: `You get this email because this address belongs to a ${site.associationName} administrator account. You cannot unsubscribe from emails about its security.`,
    }),
});
