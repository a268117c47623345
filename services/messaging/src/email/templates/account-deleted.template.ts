import * as z from 'zod/mini';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

const DELETED =
  'We deleted your account and what we kept with it. Its membership has ended and is not charged again; a payment that reaches us later is refunded. Its seats and entries are free for others. ' +
  'We keep the amounts that were paid, without your name, as the law requires.';
const MADE_ROOM =
  'An account was opened with this email address that never confirmed it. Now another account has confirmed the address with a link that we emailed before that, so we deleted the one that had not. ' +
  'A seat or an entry that was paid for with the deleted account now belongs to the account that confirmed the address. Those that were not paid for are free for others.';

/** The last email to a person who deleted their account, or whose account had not verified an address that another account has verified since (`leavesPurchases`). */
export const accountDeletedEmail = emailTemplate({
  name: 'account-deleted',
  data: z.object({ firstName: z.string(), isVerified: z.boolean(), leavesPurchases: z.optional(z.boolean()) }),
  render: ({ firstName, isVerified, leavesPurchases = false }, site) =>
    plainEmail(site, {
      subject: 'Your account has been deleted',
      title: 'Your account has been deleted',
      preview: 'This is the last email about it.',
      firstName,
      opening: leavesPurchases ? MADE_ROOM : DELETED,
      closing: closingOf(isVerified, leavesPurchases),
      reason: `You get this email because this address belonged to a ${site.associationName} account until now.`,
    }),
});

const closingOf = (isVerified: boolean, leavesPurchases: boolean): string => {
  if (leavesPurchases)
    return 'If you do not know of either account, or paid for something that you cannot find, reply to this email.';
  return isVerified
    ? 'If you did not delete it, reply to this email right away. You are welcome to come back whenever you like.'
    : 'The account never confirmed this email address, so whatever the address paid for or asked for without logging in goes on: a membership that was paid for without logging in, or a newsletter. If you did not delete the account, or want those ended too, reply to this email.';
};
