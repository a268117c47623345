import * as z from 'zod/mini';
import { letterTemplate } from '../letter-template.ts';
import { accountLetter } from './account-letter.ts';

/** The last email to a person who deleted their account. */
export const accountDeletedLetter = letterTemplate({
  name: 'account-deleted',
  data: z.object({ firstName: z.string(), isProven: z.boolean() }),
  render: ({ firstName, isProven }, site) =>
    accountLetter(site, {
      subject: 'Your account has been deleted',
      title: 'Your account has been deleted',
      preview: 'This is the last email about it.',
      firstName,
      opening:
        'We deleted your account and what we kept with it. Its membership has ended and is not charged again; a payment that reaches us later is refunded. Its seats and entries are free for others. ' +
        'We keep the amounts that were paid, without your name, as the law requires.',
      closing: isProven
        ? 'If you did not delete it, reply to this email right away. You are welcome to come back whenever you like.'
        : 'The account never confirmed this email address, so whatever the address paid for or asked for without logging in goes on: a membership that was paid for without logging in, or a newsletter. If you did not delete the account, or want those ended too, reply to this email.',
      reason: `You get this email because this address belonged to a ${site.associationName} account until now.`,
    }),
});
