import * as z from 'zod/mini';
import { letterTemplate } from '../letter-template.ts';
import { accountLetter } from './account-letter.ts';

/** The last letter to who deleted their account. */
export const accountDeletedLetter = letterTemplate({
  name: 'account-deleted',
  data: z.object({ firstName: z.string(), isProven: z.boolean() }),
  render: ({ firstName, isProven }, site) =>
    accountLetter(site, {
      subject: 'Your account has been deleted',
      title: 'Your account has been deleted',
      preview: 'This is the last letter about it.',
      firstName,
      opening:
        'Your account and what we kept with it are gone. A membership that was running has ended, nothing more is charged, and places that you had are given back. ' +
        'Amounts that were paid stay in our books without your name, as the law asks.',
      closing: isProven
        ? 'If that was not you, reply to this letter right away. You are welcome again whenever you like.'
        : 'This address was never confirmed by that account, so what was sent to it or asked for with it alone, such as a newsletter, is not touched. If that was not you, or you want that gone too, reply to this letter.',
      reason: `You get this letter because this address belonged to a ${site.associationName} account until now.`,
    }),
});
