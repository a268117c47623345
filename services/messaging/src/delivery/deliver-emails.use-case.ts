import { Inject, Injectable } from '@nestjs/common';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import type { PostOutcome } from '../sendgrid/post-outcome.ts';
import type { EmailContents } from '../sendgrid/email-message.ts';
import { safeMailbox } from '../sendgrid/mailbox.ts';
import { type PostedRecipient, SendGridMailer } from '../sendgrid/sendgrid-mailer.ts';
import { MAX_ATTEMPTS } from './delivery.ts';
import { type ClaimedEmail, EmailRecipientRepository, type Postponement } from './email-recipient.repository.ts';
import { SendingRate } from './sending-rate.ts';

/** After this many single emails refused in a row, and none of the batch accepted, the email itself is the problem. */
const REFUSED_AS_A_WHOLE = 20;

/** Emails that were claimed together and have the same contents. */
export interface Batch<E extends ClaimedEmail> {
  /** Names the claim. */
  readonly id: string;
  readonly emails: readonly E[];
  /** For the log. */
  readonly about: object;
  /** The contents, or the reason why nothing is posted. */
  write(): Promise<Contents<E> | PostOutcome>;
}

/** Contents with tags, which the values of each recipient replace. */
export interface Contents<E extends ClaimedEmail> extends EmailContents {
  readonly category: string;
  readonly personalize?: (email: E) => Pick<PostedRecipient, 'substitutions' | 'headers'>;
}

/** Emails of a batch that nobody has tried, because the provider does not take them now, or refuses the email for every recipient. */
export interface Returned<E extends ClaimedEmail> {
  readonly emails: readonly E[];
  readonly outcome: Extract<PostOutcome, { kind: 'postponed' | 'rejected' }>;
}

/**
 * Posts emails that were claimed. Any number of workers may do so at the same time and die at any moment; no email is posted twice, and
 * none is lost silently:
 *
 * 1. Only the worker that moved an email from `pending` to `sending` posts it, and only after the commit. Row locks let one claim
 *    win; the batch's id names it.
 * 2. An email returns to `pending` only when the provider certainly does not have it: it answered with a refusal, no connection was
 *    made, or nothing was posted. Time alone never does that, so a dead worker's email is not posted again.
 * 3. A batch that is refused for good is posted in halves, and these again, until each refused address is alone: the others get
 *    their email. Each half is posted only because the provider refused the whole.
 * 4. Without an answer (connection cut, timeout, worker killed before or after posting), an email stays `sending`. The provider's
 *    own events name it (`custom_args.recipientId`) and confirm that it was accepted. After ten minutes without such a confirmation
 *    it becomes `uncertain`, which is logged as an error, and which only a confirmation or, in a campaign, an administrator ends.
 *
 * One risk remains: a provider that refuses with an error and delivers all the same. Its event usually comes before the pause is over,
 * and then makes the waiting email `sent`.
 */
@Injectable()
export class DeliverEmails {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly emails: EmailRecipientRepository,
    private readonly mailer: SendGridMailer,
    private readonly rate: SendingRate,
    private readonly clock: Clock,
  ) {}

  /** Posts a batch and stores the results. Callers {@link postpone} the emails that it returns. */
  async execute<E extends ClaimedEmail>(batch: Batch<E>): Promise<Returned<E> | null> {
    const contents = await batch.write();
    const parts: (readonly E[])[] = [batch.emails];
    let taken = 0;
    let refusedAlone = 0;
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      const outcome = 'kind' in contents ? contents : await this.post(batch.id, contents, part);
      const ids = part.map(({ id }) => id);
      const about = { ...batch.about, emails: ids.length };
      switch (outcome.kind) {
        case 'accepted':
          taken += ids.length;
          await this.transactor.run((tx) =>
            this.emails.accepted(tx, batch.id, ids, outcome.messageId, this.clock.now()),
          );
          this.logger.info(about, 'Emails were sent');
          break;
        case 'unanswered':
          taken += ids.length; // perhaps
          await this.transactor.run((tx) => this.emails.unanswered(tx, batch.id, ids, outcome.reason));
          this.logger.warn({ ...about, reason: outcome.reason }, 'It is unknown yet whether the provider has emails');
          break;
        case 'postponed':
          return { emails: [part, ...parts].flat(), outcome };
        case 'rejected':
          if (part.length > 1) {
            const half = Math.ceil(part.length / 2);
            parts.unshift(part.slice(0, half), part.slice(half));
            await this.rate.take(part.length);
            break;
          }
          refusedAlone += 1;
          await this.transactor.run((tx) => this.giveUp(tx, batch, part, outcome.reason));
          if (taken === 0 && refusedAlone >= REFUSED_AS_A_WHOLE && parts.length > 0)
            return { emails: parts.flat(), outcome };
          break;
      }
    }
    return null;
  }

  /** Lets emails that the provider does not have wait again; those with too many attempts are given up. */
  async postpone<E extends ClaimedEmail>(
    tx: Transaction,
    batch: Batch<E>,
    { emails, outcome: { reason } }: Returned<E>,
    wait: Postponement,
  ): Promise<void> {
    const isLast = ({ attempts }: E): boolean => attempts >= MAX_ATTEMPTS;
    const ids = emails.filter((email) => !isLast(email)).map(({ id }) => id);
    if (ids.length > 0) {
      await this.emails.postponed(tx, batch.id, ids, reason, wait);
      const about = { ...batch.about, emails: ids.length, reason, pauseMs: wait.pauseMs };
      tx.afterCommit(() => this.logger.warn(about, 'Emails wait for their next try'));
    }
    await this.giveUp(tx, batch, emails.filter(isLast), reason);
  }

  /** Makes emails without a result uncertain after too long a time, and logs them. */
  async reportUnconfirmed(): Promise<void> {
    for (const unconfirmed of await this.transactor.run((tx) => this.emails.setUnconfirmedApart(tx))) {
      this.logger.error(unconfirmed, 'It is uncertain whether emails were sent; they are not sent again by themselves');
    }
  }

  private async post<E extends ClaimedEmail>(
    batchId: string,
    { personalize, ...contents }: Contents<E>,
    emails: readonly E[],
  ): Promise<PostOutcome> {
    const recipients = emails.map((email) => ({
      recipientId: email.id,
      to: safeMailbox({ email: email.email, ...(email.name === null ? {} : { name: email.name }) }),
      ...personalize?.(email),
    }));
    return this.mailer.post({ ...contents, batchId, recipients });
  }

  private async giveUp<E extends ClaimedEmail>(
    tx: Transaction,
    { id, about }: Batch<E>,
    emails: readonly E[],
    reason: string,
  ): Promise<void> {
    if (emails.length === 0) return;
    const ids = emails.map((email) => email.id);
    await this.emails.rejected(tx, id, ids, reason);
    tx.afterCommit(() => this.logger.error({ ...about, recipientIds: ids, reason }, 'Emails will not be sent'));
  }
}
