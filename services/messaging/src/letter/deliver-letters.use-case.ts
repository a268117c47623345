import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { issueLink } from '@lectern/contracts/identity/rpc';
import { issueSessionEnd } from '@lectern/contracts/identity/session-rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/process/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingWorkerConfig } from '../config.ts';
import { safeMailbox } from '../sendgrid/mailbox.ts';
import type { PostOutcome } from '../sendgrid/post-outcome.ts';
import { SendGridMailer } from '../sendgrid/sendgrid-mailer.ts';
import { listLinks } from '../unsubscribe/unsubscribe-link.ts';
import { deliverLetters } from './deliver-letters.contract.ts';
import { MAX_ATTEMPTS, pauseAfter } from './letter.ts';
import { type ClaimedLetter, LetterRepository } from './letter.repository.ts';
import { type LetterLink, LetterObsolete, type LetterSite, type RenderedLetter } from './letter-template.ts';
import { linkOf, renderLetter } from './letter-templates.ts';

/** Letters that one look has under way at a time. */
const BATCH = 10;
/** A process that stops waits for its jobs and takes no new ones, so none of them may go on for as long as there are letters. */
const TURN_MS = 1_000;

/**
 * Posts the letters that are due. Any number of workers may do so at the same time and die at any moment; no letter is
 * posted twice, and none is lost silently:
 *
 * 1. A letter is posted only by whoever moved it from `pending` to `sending`, and only after that was committed. Row locks
 *    let one claim win; `attempts` names the claim.
 * 2. It goes back to `pending` only when the provider certainly does not have it: it answered with a refusal, no connection
 *    was ever made, or identity gave no link for it, so that it was not posted at all. Time alone never does that, so a dead
 *    worker's letter is not posted again.
 * 3. Where no answer came (connection cut, timeout, worker killed before or after posting), the letter stays `sending`. The
 *    provider's own events name it (`custom_args.letterId`) and prove that it was taken: then it is `sent`.
 * 4. Without such proof for ten minutes it is `uncertain`, which a person is told and nothing moves but proof.
 *
 * What is left: a provider that refuses with an error and delivers all the same. Then its event usually comes before the
 * pause is over, and the waiting letter is `sent` by that.
 */
@Injectable()
export class DeliverLetters {
  private readonly site: LetterSite;

  constructor(
    @Inject(MessagingWorkerConfig) config: MessagingWorkerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly letters: LetterRepository,
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

  /** Posts until no letter is due, the provider asks for a pause, or it is somebody else's turn. */
  async execute(): Promise<void> {
    await this.tellOfUnproven();
    const turnEnds = performance.now() + TURN_MS;
    while (performance.now() < turnEnds) {
      const claimed = await this.transactor.run((tx) => this.letters.claim(tx, BATCH));
      if (claimed.length === 0) return;
      const pauses = await Promise.all(claimed.map((letter) => this.deliver(letter)));
      const pauseMs = Math.max(...pauses);
      if (pauseMs > 0) {
        await this.transactor.run((tx) => this.letters.holdAll(tx, pauseMs));
        this.lookAgainIn(pauseMs);
        return;
      }
    }
    this.lookAgainIn(0);
  }

  /** Posts a claimed letter and keeps how it went. Answers how long no letter should be posted, in milliseconds. */
  private async deliver(letter: ClaimedLetter): Promise<number> {
    return this.keep(letter, await this.post(letter));
  }

  private async post(letter: ClaimedLetter): Promise<PostOutcome> {
    const rendered = await this.render(letter);
    if ('kind' in rendered) return rendered;
    return this.mailer.post({
      ...rendered,
      letterId: letter.id,
      category: letter.template,
      to: safeMailbox({ email: letter.to, ...(letter.toName === null ? {} : { name: letter.toName }) }),
    });
  }

  private async keep(letter: ClaimedLetter, outcome: PostOutcome): Promise<number> {
    const about = { letterId: letter.id, template: letter.template, attempt: letter.attempts };
    switch (outcome.kind) {
      case 'accepted':
        await this.transactor.run((tx) => this.letters.accepted(tx, letter, outcome.messageId, this.clock.now()));
        this.logger.info(about, 'A letter was sent');
        return 0;
      case 'rejected':
        return this.giveUp(letter, outcome.reason);
      case 'unanswered':
        await this.transactor.run((tx) => this.letters.unanswered(tx, letter, outcome.reason));
        this.logger.warn({ ...about, reason: outcome.reason }, 'Nobody knows yet whether the provider has a letter');
        return 0;
      case 'postponed': {
        if (letter.attempts >= MAX_ATTEMPTS) return this.giveUp(letter, outcome.reason);
        const pauseMs = pauseAfter(letter.attempts, outcome.pauseMs, Math.random());
        await this.transactor.run((tx) => this.letters.postponed(tx, letter, outcome.reason, pauseMs));
        this.logger.warn({ ...about, reason: outcome.reason, pauseMs }, 'A letter waits for its next try');
        this.lookAgainIn(pauseMs);
        return outcome.pauseMs;
      }
    }
  }

  private lookAgainIn(pauseMs: number): void {
    // A longer pause is over at a look that comes by itself.
    if (pauseMs < deliverLetters.everySeconds! * 1_000) this.jobs.wake(deliverLetters, {}, { delayMs: pauseMs });
  }

  private async giveUp(letter: ClaimedLetter, reason: string): Promise<number> {
    await this.transactor.run((tx) => this.letters.rejected(tx, letter, reason));
    this.logger.error({ letterId: letter.id, template: letter.template, reason }, 'A letter will not be sent');
    return 0;
  }

  /** The letter as it is posted, or why it is not. */
  private async render({ id, to, template, data }: ClaimedLetter): Promise<RenderedLetter | PostOutcome> {
    try {
      const link = linkOf(template, data);
      // What identity makes for one mailbox is read by no other one, whatever stands in the ledger.
      if (link !== null && 'email' in link && keyOf(link.email) !== keyOf(to))
        return { kind: 'rejected', reason: 'Its link is for another mailbox' };
      const token = link === null ? null : await this.tokenOf(link, to);
      if (typeof token === 'object' && token !== null) return token;
      return renderLetter(template, data, this.site, token);
    } catch (error) {
      if (error instanceof LetterObsolete) return { kind: 'rejected', reason: error.message };
      this.logger.error({ err: error, letterId: id }, 'A letter could not be rendered');
      return { kind: 'rejected', reason: 'The letter could not be rendered' };
    }
  }

  /** A fresh token for a letter's link; `null` where it would lead nowhere. While identity does not answer, the letter waits. */
  private async tokenOf(link: LetterLink, to: string): Promise<string | null | PostOutcome> {
    try {
      if ('sessionId' in link) return (await this.rpc.call(issueSessionEnd, { ...link, email: to })).token;
      const { token, isRefused } = await this.rpc.call(issueLink, link);
      return isRefused === true ? { kind: 'rejected', reason: 'The account is deactivated' } : token;
    } catch (error) {
      const reason = error instanceof DomainError ? error.code : 'unknown';
      return { kind: 'postponed', reason: `No link could be made for it (${reason})`, pauseMs: 0 };
    }
  }

  private async tellOfUnproven(): Promise<void> {
    const unproven = await this.transactor.run((tx) => this.letters.setUnprovenApart(tx));
    for (const { id, dedupeKey } of unproven) {
      this.logger.error(
        { letterId: id, dedupeKey },
        'It is uncertain whether a letter was sent; it is not sent again by itself',
      );
    }
  }
}
