import * as z from 'zod/mini';
import { letterTemplate } from '../letter-template.ts';
import { accountLetter } from './account-letter.ts';

/** To the address that an account had until now. */
export const accountEmailChangedLetter = letterTemplate({
  name: 'account-email-changed',
  data: z.object({ firstName: z.string() }),
  render: ({ firstName }, site) =>
    accountLetter(site, {
      subject: 'The email of your account was changed',
      title: 'Your email was changed',
      preview: 'Your account has another address from now on.',
      firstName,
      opening: 'Your account has another address from now on, which was confirmed. Letters about it go there, and you log in with it.',
      closing: 'If that was not you, reply to this letter right away: people read here, and put it right.',
      reason: `You get this letter because this address belonged to a ${site.associationName} account until now.`,
    }),
});
