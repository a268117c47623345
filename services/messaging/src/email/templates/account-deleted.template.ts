import * as z from 'zod/mini';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';

const DELETED =
  'We deleted your account and what we kept with it. Its membership has ended and is not charged again; a payment that reaches us later is refunded. Its seats and entries are free for others; one in another person’s name is kept for that person, unless you reply to this email. ' +
  'We keep the amounts that were paid, without your name, as the law requires.';
const MADE_ROOM =
  'An account was opened with this email address that never confirmed it. Now another account has confirmed the address with a link that we emailed before that, so we deleted the one that had not. ' +
  'A seat or an entry that was paid for with the deleted account now belongs to the account that confirmed the address. Those that were not paid for are free for others.';

const MAILBOX =
  'We erased what we kept under this email address, as you asked us. A membership that was paid for with it has ended and is not charged again; a payment that reaches us later is refunded. Its seats and entries are free for others, and the newsletter has ended. ' +
  'We keep the amounts that were paid, without your name, as the law requires.';

/**
 * The last email to a person who deleted their account, or was erased by staff (`isByStaff`), also where the mailbox had no account
 * (`isMailbox`); or whose account had not verified an address that another account has verified since (`leavesPurchases`).
 */
export const accountDeletedEmail = emailTemplate({
  name: 'account-deleted',
  data: z.object({
    firstName: z.string(),
    isVerified: z.boolean(),
    leavesPurchases: z.optional(z.boolean()),
    isByStaff: z.optional(z.boolean()),
    isMailbox: z.optional(z.boolean()),
  }),
  render: ({ firstName, isMailbox = false, ...rest }, site) => {
    const title = isMailbox ? 'Your data has been erased' : 'Your account has been deleted';
    return plainEmail(site, {
      subject: title,
      title,
      preview: 'This is the last email about it.',
      firstName,
      opening: isMailbox ? MAILBOX : rest.leavesPurchases === true ? MADE_ROOM : DELETED,
      closing: closingOf(rest),
      reason: isMailbox
        ? `You get this email because ${site.associationName} kept data under this address until now.`
        : `You get this email because this address belonged to a ${site.associationName} account until now.`,
    });
  },
});

const closingOf = ({
  isVerified,
  leavesPurchases = false,
  isByStaff = false,
}: {
  isVerified: boolean;
  leavesPurchases?: boolean | undefined;
  isByStaff?: boolean | undefined;
}): string => {
  if (leavesPurchases)
    return 'If you do not know of either account, or paid for something that you cannot find, reply to this email.';
  if (isByStaff)
    return 'If you did not ask us for this, reply to this email right away. You are welcome to come back whenever you like.';
  return isVerified
    ? 'If you did not delete it, reply to this email right away. You are welcome to come back whenever you like.'
    : 'The account never confirmed this email address, so whatever the address paid for or asked for without logging in goes on: a membership that was paid for without logging in, or a newsletter. If you did not delete the account, or want those ended too, reply to this email.';
};
