import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { issueLink } from '@lectern/contracts/identity/rpc';
import { issueSessionEnd } from '@lectern/contracts/identity/session-rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingWorkerConfig } from '../config.ts';
import { safeMailbox } from '../sendgrid/mailbox.ts';
import type { PostOutcome } from '../sendgrid/post-outcome.ts';
import { SendGridMailer } from '../sendgrid/sendgrid-mailer.ts';
import { listLinks } from '../unsubscribe/unsubscribe-link.ts';
import { deliverEmails } from '../jobs.ts';
import { MAX_ATTEMPTS, pauseAfter } from './email.ts';
import { type ClaimedEmail, EmailRepository } from './email.repository.ts';
import { type EmailLink, EmailObsolete, type EmailSite, type RenderedEmail } from './email-template.ts';
import { linkOf, renderEmail } from './email-templates.ts';

/** Parallel posts of one poll. */
const BATCH = 10;
/** Longest turn in milliseconds: a process that stops waits for its jobs and takes no new ones, so no job may run for as long as there are emails. */
const TURN_MS = 1_000;

/**
 * Posts the emails that are due. Any number of workers may do so at the same time and die at any moment; no email is
 * posted twice, and none is lost silently:
 *
 * 1. Only the worker that moved an email from `pending` to `sending` posts it, and only after the commit. Row locks let one claim
 *    win; `attempts` names the claim.
 * 2. An email returns to `pending` only when the provider certainly does not have it: it answered with a refusal, no connection
 *    was made, or identity issued no link, so that nothing was posted. Time alone never does that, so a dead worker's email is not
 *    posted again.
 * 3. Without an answer (connection cut, timeout, worker killed before or after posting), the email stays `sending`. The
 *    provider's own events name it (`custom_args.emailId`) and confirm that it was accepted: then it is `sent`.
 * 4. Without such a confirmation for ten minutes it becomes `uncertain`, which is logged as an error and which only a confirmation
 *    ends.
 *
 * One risk remains: a provider that refuses with an error and delivers all the same. Its event usually comes before the pause is
 * over, and then makes the waiting email `sent`.
 */
@Injectable()
export class DeliverEmails {
  private readonly site: EmailSite;

  constructor(
    @Inject(MessagingWorkerConfig) config: MessagingWorkerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly emails: EmailRepository,
    private readonly mailer: SendGridMailer,
    private readonly rpc: RpcClient,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {
    this.site = {
      url: config.PUBLIC_URL.replace(/\/+$/, ''),
      associationName: config.ASSOCIATION_NAME,
      timeZone: config.ASSOCIATION_TIME_ZONE,
      zoomUrl: config.ASSOCIATION_ZOOM_URL,
      postalAddress: config.ASSOCIATION_ADDRESS ?? null,
      unsubscribeUrl: (email) => listLinks(this.site.url, config.UNSUBSCRIBE_SECRET, email).unsubscribe,
    };
  }

  /** Posts until no email is due, the provider asks for a pause, or the turn is over. */
  async execute(): Promise<void> {
    await this.reportUnconfirmed();
    const turnEnds = performance.now() + TURN_MS;
    while (performance.now() < turnEnds) {
      const claimed = await this.transactor.run((tx) => this.emails.claim(tx, BATCH));
      if (claimed.length === 0) return;
      const pauses = await Promise.all(claimed.map((message) => this.deliver(message)));
      const pauseMs = Math.max(...pauses);
      if (pauseMs > 0) {
        await this.transactor.run((tx) => this.emails.holdAll(tx, pauseMs));
        this.lookAgainIn(pauseMs);
        return;
      }
    }
    this.lookAgainIn(0);
  }

  /** Posts a claimed email and stores the result. Returns how long no email should be posted, in milliseconds. */
  private async deliver(message: ClaimedEmail): Promise<number> {
    return this.keep(message, await this.post(message));
  }

  private async post(message: ClaimedEmail): Promise<PostOutcome> {
    const rendered = await this.render(message);
    if ('kind' in rendered) return rendered;
    return this.mailer.post({
      ...rendered,
      emailId: message.id,
      category: message.template,
      to: safeMailbox({ email: message.to, ...(message.toName === null ? {} : { name: message.toName }) }),
    });
  }

  private async keep(message: ClaimedEmail, outcome: PostOutcome): Promise<number> {
    const about = { emailId: message.id, template: message.template, attempt: message.attempts };
    switch (outcome.kind) {
      case 'accepted':
        await this.transactor.run((tx) => this.emails.accepted(tx, message, outcome.messageId, this.clock.now()));
        this.logger.info(about, 'An email was sent');
        return 0;
      case 'rejected':
        return this.giveUp(message, outcome.reason);
      case 'unanswered':
        await this.transactor.run((tx) => this.emails.unanswered(tx, message, outcome.reason));
        this.logger.warn({ ...about, reason: outcome.reason }, 'Nobody knows yet whether the provider has an email');
        return 0;
      case 'postponed': {
        if (message.attempts >= MAX_ATTEMPTS) return this.giveUp(message, outcome.reason);
        const pauseMs = pauseAfter(message.attempts, outcome.pauseMs, Math.random());
        await this.transactor.run((tx) => this.emails.postponed(tx, message, outcome.reason, pauseMs));
        this.logger.warn({ ...about, reason: outcome.reason, pauseMs }, 'An email waits for its next try');
        this.lookAgainIn(pauseMs);
        return outcome.pauseMs;
      }
    }
  }

  private lookAgainIn(pauseMs: number): void {
    // The next scheduled poll ends a longer pause.
    if (pauseMs < deliverEmails.everySeconds! * 1_000) this.jobs.wake(deliverEmails, {}, { delayMs: pauseMs });
  }

  private async giveUp(message: ClaimedEmail, reason: string): Promise<number> {
    await this.transactor.run((tx) => this.emails.rejected(tx, message, reason));
    this.logger.error({ emailId: message.id, template: message.template, reason }, 'An email will not be sent');
    return 0;
  }

  /** The rendered email, or the reason why it is not posted. */
  private async render({ id, to, template, data }: ClaimedEmail): Promise<RenderedEmail | PostOutcome> {
    try {
      const link = linkOf(template, data);
      // A token that identity issued for one mailbox is never sent to another one, whatever the ledger says.
      if (link !== null && 'email' in link && keyOf(link.email) !== keyOf(to))
        return { kind: 'rejected', reason: 'Its link is for another mailbox' };
      const token = link === null ? null : await this.tokenOf(link, to);
      if (typeof token === 'object' && token !== null) return token;
      return renderEmail(template, data, this.site, token);
    } catch (error) {
      if (error instanceof EmailObsolete) return { kind: 'rejected', reason: error.message };
      this.logger.error({ err: error, emailId: id }, 'An email could not be rendered');
      return { kind: 'rejected', reason: 'The email could not be rendered' };
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

  private async reportUnconfirmed(): Promise<void> {
    const unconfirmed = await this.transactor.run((tx) => this.emails.setUnconfirmedApart(tx));
    for (const { id, dedupeKey } of unconfirmed) {
      this.logger.error(
        { emailId: id, dedupeKey },
        'It is uncertain whether an email was sent; it is not sent again by itself',
      );
    }
  }
}
