import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { issueLink } from '@lectern/contracts/identity/rpc';
import { issueSessionEnd } from '@lectern/contracts/identity/session-rpc';
import { checkEventNotice } from '@lectern/contracts/registrations/event-notice-rpc';
import { Association } from '@lectern/service-kit/association/association';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { MessagingWorkerConfig } from '../config.ts';
import { type Batch, type Contents, DeliverEmails } from '../delivery/deliver-emails.use-case.ts';
import { emailPause } from '../delivery/delivery.ts';
import { type DueEmail, EmailRecipientRepository } from '../delivery/email-recipient.repository.ts';
import { deliverEmails } from '../jobs.ts';
import type { PostOutcome } from '../sendgrid/post-outcome.ts';
import { emailSite } from './email-site.ts';
import { type EmailLink, EmailObsolete } from './email-template.ts';
import { linkOf, noticeOf, renderEmail } from './email-templates.ts';
import { NOTICE_OUT_OF_DATE } from './templates/event-notice.template.ts';

/** Parallel posts of one poll. */
const BATCH = 10;

/** Sends the transactional emails that are due: each has contents of its own, so it is a batch of one (`DeliverEmails`). */
@Injectable()
export class DueEmails {
  constructor(
    @Inject(MessagingWorkerConfig) private readonly config: MessagingWorkerConfig,
    private readonly association: Association,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly emails: EmailRecipientRepository,
    private readonly deliver: DeliverEmails,
    private readonly rpc: RpcClient,
    private readonly jobs: JobQueue,
  ) {}

  /** Posts until no email is due, the provider asks for a pause, or the turn is over. */
  async send(): Promise<void> {
    await this.deliver.reportUnconfirmed();
    if (await takeTurn(() => this.sendSome())) this.wakeIn(0);
  }

  /** Returns whether more may be due. */
  private async sendSome(): Promise<boolean> {
    const batchId = randomUUID();
    const claimed = await this.transactor.run((tx) => this.emails.claimDue(tx, batchId, BATCH));
    const pauseMs = Math.max(0, ...(await Promise.all(claimed.map((email) => this.sendOne(batchId, email)))));
    if (pauseMs > 0) {
      await this.transactor.run((tx) => this.emails.holdDue(tx, pauseMs));
      this.wakeIn(pauseMs);
    }
    return claimed.length > 0 && pauseMs === 0;
  }

  /** Returns how long no email should be posted, in milliseconds. */
  private async sendOne(batchId: string, email: DueEmail): Promise<number> {
    const about = { recipientId: email.id, template: email.template, attempt: email.attempts };
    const batch: Batch<DueEmail> = { id: batchId, emails: [email], about, write: () => this.write(email) };
    const returned = await this.deliver.execute(batch);
    if (returned?.outcome.kind !== 'postponed') return 0;
    const { pauseMs: askedMs } = returned.outcome;
    const pauseMs = emailPause(email.attempts, askedMs, Math.random());
    await this.transactor.run((tx) => this.deliver.postpone(tx, batch, returned, { pauseMs }));
    this.wakeIn(pauseMs);
    return askedMs;
  }

  private wakeIn(pauseMs: number): void {
    // The next scheduled poll ends a longer pause.
    if (pauseMs < deliverEmails.everySeconds! * 1_000) this.jobs.wake(deliverEmails, {}, { delayMs: pauseMs });
  }

  private async write({ id, email, template, data }: DueEmail): Promise<Contents<DueEmail> | PostOutcome> {
    try {
      const link = linkOf(template, data);
      // A token that identity issued for one mailbox is never sent to another one, whatever the ledger says.
      if (link !== null && 'email' in link && keyOf(link.email) !== keyOf(email))
        return { kind: 'rejected', reason: 'Its link is for another mailbox' };
      const refusal = await this.refusalOf(noticeOf(template, data));
      if (refusal !== null) return refusal;
      const token = link === null ? null : await this.tokenOf(link, email);
      if (typeof token === 'object' && token !== null) return token;
      return {
        ...renderEmail(template, data, emailSite(this.config, await this.association.current()), token),
        category: template,
      };
    } catch (error) {
      if (error instanceof EmailObsolete) return { kind: 'rejected', reason: error.message };
      this.logger.error({ err: error, recipientId: id }, 'An email could not be rendered');
      return { kind: 'rejected', reason: 'The email could not be rendered' };
    }
  }

  /** Why an email about an event is not posted now: its notice is out of date, or registrations does not answer yet. */
  private async refusalOf(notice: { readonly noticeId: string } | null): Promise<PostOutcome | null> {
    if (notice === null) return null;
    try {
      const { isCurrent } = await this.rpc.call(checkEventNotice, notice);
      return isCurrent ? null : { kind: 'rejected', reason: NOTICE_OUT_OF_DATE };
    } catch (error) {
      const reason = error instanceof DomainError ? error.code : 'unknown';
      return { kind: 'postponed', reason: `Its event could not be checked (${reason})`, pauseMs: 0 };
    }
  }

  /** A fresh token for an email's link; `null` where the link would not work. While identity does not answer, the email waits. */
  private async tokenOf(link: EmailLink, to: string): Promise<string | null | PostOutcome> {
    try {
      if ('sessionId' in link) return (await this.rpc.call(issueSessionEnd, { ...link, email: to })).token;
      const { token, isRefused } = await this.rpc.call(issueLink, link);
      return isRefused === true ? { kind: 'rejected', reason: 'The account is deactivated' } : token;
    } catch (error) {
      const reason = error instanceof DomainError ? error.code : 'unknown';
      return { kind: 'postponed', reason: `No link could be made for it (${reason})`, pauseMs: 0 };
    }
  }
}
