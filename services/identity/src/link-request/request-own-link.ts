import { randomUUID } from 'node:crypto';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { linkRequested } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { User } from '../user/user.entity.ts';
import { LINK_EMAILS_PER_HOUR, linkLimitSince } from './link-limit.ts';
import type { LinkRequestRepository } from './link-request.repository.ts';

const HOUR_SECONDS = 3_600;
const MAILBOX_FULL = 'We have sent several emails to this address within the hour. Please try again later.';

interface OwnLink {
  /** Locked by the caller, so that any number of simultaneous requests count one after the other. */
  readonly user: User;
  readonly purpose: 'email_change' | 'verify_email';
  /** Where the email goes. */
  readonly email: string;
  readonly isByStaff?: boolean;
  readonly now: Date;
  /** The error message beyond the limit. */
  readonly tooMany: string;
}

/**
 * Emails a link to a signed-in member. Throws `too_many_requests` beyond the emails of an hour, of the account or of the mailbox, because
 * accounts cost nothing.
 */
export const requestOwnLink = async (
  tx: Transaction,
  requests: LinkRequestRepository,
  { user, purpose, email, isByStaff, now, tooMany }: OwnLink,
): Promise<void> => {
  if ((await requests.emailsOf(tx, user.id, purpose, linkLimitSince(now))) >= LINK_EMAILS_PER_HOUR) {
    throw new DomainError('too_many_requests', { message: tooMany, retryAfter: HOUR_SECONDS });
  }
  await requests.lockEmailsTo(tx, keyOf(email));
  if ((await requests.emailsTo(tx, keyOf(email), purpose, linkLimitSince(now))) >= LINK_EMAILS_PER_HOUR) {
    throw new DomainError('too_many_requests', { message: MAILBOX_FULL, retryAfter: HOUR_SECONDS });
  }
  const requestId = randomUUID();
  await requests.add(tx, {
    id: requestId,
    purpose,
    email,
    emailKey: keyOf(email),
    userId: user.id,
    requestedAt: now,
    answeredAt: now,
    isEmailed: true,
  });
  await tx.publish(linkRequested, {
    requestId,
    purpose,
    email,
    firstName: user.firstName,
    userId: user.id,
    ...(isByStaff === true ? { isByStaff } : {}),
  });
};
