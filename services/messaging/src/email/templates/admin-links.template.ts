import * as z from 'zod/mini';
import { EmailObsolete, emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { adminPasswordAddress } from './account-links.ts';

/** To a new administrator. */
export const adminInviteEmail = emailTemplate({
  name: 'admin-invite',
  data: z.object({ email: z.string() }),
  link: ({ email }) => ({ purpose: 'admin_invite', email }),
  render: (_data, site, token) => {
    if (token === null) throw new EmailObsolete('The invitation has ended');
    return plainEmail(site, {
      subject: `You are invited to the dashboard of ${site.associationName}`,
      title: 'You are invited',
      preview: 'Choose a password, and you can log in.',
      firstName: null,
      opening: `An administrator of ${site.associationName} invites you to the dashboard in which members, tournaments and emails are managed.`,
      action: {
        label: 'Choose a password',
        url: adminPasswordAddress(site, token),
        terms: 'The button works once, for three days. After that, ask the person who invited you for another one.',
      },
      closing: 'If you do not know what this is about, do nothing: nobody can log in before a password is chosen.',
      reason: `You get this email because an administrator of ${site.associationName} entered this address.`,
    });
  },
});

/** To an administrator who requested a new password. */
export const adminResetEmail = emailTemplate({
  name: 'admin-reset',
  data: z.object({ email: z.string() }),
  link: ({ email }) => ({ purpose: 'admin_reset', email }),
  render: (_data, site, token) => {
    if (token === null) throw new EmailObsolete('The account is gone');
    return plainEmail(site, {
      subject: 'Choose a new password for your administrator account',
      title: 'Choose a new password',
      preview: 'The link that you asked for. It works for an hour.',
      firstName: null,
      opening:
        'Here is the link that you asked for. Once you have chosen a new password, every session of your administrator account ends. If your second factor is on, have your app or a recovery code ready.',
      action: {
        label: 'Choose a new password',
        url: adminPasswordAddress(site, token),
        terms: 'The button works once, for an hour.',
      },
      closing: 'If that was not you, do nothing: your password stays as it is.',
      reason: `You get this email because somebody asked for a new password for the ${site.associationName} administrator account of this address.`,
    });
  },
});
