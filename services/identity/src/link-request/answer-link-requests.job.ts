import { Injectable } from '@nestjs/common';
import { linkRequested } from '@lectern/contracts/identity/events';
import type { EventPayload } from '@lectern/contracts/event';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Clock } from '@lectern/service-kit/time/clock';
import { LINK_LIFETIME_MS } from '../account-token/account-token.ts';
import { AdminRepository } from '../admin/admin.repository.ts';
import { ClaimRepository } from '../claim/claim.repository.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { answerLinkRequests } from '../jobs.ts';
import { LINK_EMAILS_PER_HOUR, linkLimitSince } from './link-limit.ts';
import type { LinkRequest } from './link-request.entity.ts';
import { LinkRequestRepository } from './link-request.repository.ts';

/** A process that stops waits for its jobs, so none of them goes on for as long as there is work. */
const TURN_MS = 1_000;

/** Publishes to messaging the email that fits each request, or none: too many within the hour, or nobody to write to. */
@Injectable()
export class AnswerLinkRequests {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: LinkRequestRepository,
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly claims: ClaimRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(answerLinkRequests)
  async run(): Promise<void> {
    const turnEnds = performance.now() + TURN_MS;
    while (performance.now() < turnEnds) {
      if (!(await this.transactor.run((tx) => this.answerNext(tx)))) return;
    }
    this.jobs.wake(answerLinkRequests, {}, { key: 'wake' });
  }

  /** Returns whether there was a request. */
  private async answerNext(tx: Transaction): Promise<boolean> {
    const request = await this.requests.lockNext(tx);
    if (request === null) return false;
    // Two replicas with two requests of one address count one after the other.
    await this.users.lockAddress(tx, request.emailKey);
    const now = this.clock.now();
    if (request.purpose === 'admin_reset') {
      await this.answerAdmin(tx, request, now);
      return true;
    }
    const owner = await this.users.lockByEmailKey(tx, request.emailKey);
    const moved = owner === null ? await this.findMoved(tx, request, now) : null;
    const user = owner ?? moved;
    const sent = await this.requests.emailsTo(tx, request.emailKey, request.purpose, linkLimitSince(now));
    const purpose =
      sent < LINK_EMAILS_PER_HOUR ? purposeFor(request, user, moved === null && (await this.canSetUp(tx, user))) : null;
    if (purpose !== null) {
      const to =
        moved === null
          ? { email: owner?.email ?? request.email, firstName: owner?.firstName ?? null }
          : { email: moved.pendingEmail!, firstName: null, userId: moved.id };
      await tx.publish(linkRequested, { requestId: request.id, purpose, ...to });
    }
    await this.requests.answered(tx, request.id, now, purpose !== null);
    return true;
  }

  private async answerAdmin(tx: Transaction, { id, email, emailKey, purpose }: LinkRequest, now: Date): Promise<void> {
    const admin = await this.admins.findByEmailKey(emailKey);
    const isEmailed =
      admin?.isActive === true &&
      (await this.requests.emailsTo(tx, emailKey, purpose, linkLimitSince(now))) < LINK_EMAILS_PER_HOUR;
    if (isEmailed)
      await tx.publish(linkRequested, {
        requestId: id,
        purpose: 'admin_reset',
        email: admin?.email ?? email,
        firstName: null,
      });
    await this.requests.answered(tx, id, now, isEmailed);
  }

  /**
   * A reset goes to the address that staff entered for an account, so that it reaches a holder who cannot log in, until their link to it
   * ends. A set-up request does too, unless a membership waits for that mailbox.
   */
  private async findMoved(tx: Transaction, { purpose, emailKey }: LinkRequest, now: Date): Promise<User | null> {
    if (purpose !== 'reset' && (purpose !== 'setup' || (await this.claims.hasOpenMembership(tx, emailKey))))
      return null;
    return this.users.findMovedByStaff(tx, emailKey, new Date(now.getTime() - LINK_LIFETIME_MS.email_change));
  }

  /**
   * The holder of the mailbox can set up an account without a password, and an account that never verified the mailbox someone paid for.
   */
  private async canSetUp(tx: Transaction, user: User | null): Promise<boolean> {
    if (user?.passwordHash == null) return true;
    return user.emailVerifiedAt === null && this.claims.wasPaidFor(tx, user);
  }
}

const purposeFor = (
  { purpose }: LinkRequest,
  user: User | null,
  canSetUp: boolean,
): EventPayload<typeof linkRequested>['purpose'] | null => {
  if (user !== null && user.deactivatedAt !== null) return null;
  switch (purpose) {
    case 'setup':
      return canSetUp ? 'setup' : 'sign_in';
    case 'reset':
      return user === null ? null : 'reset';
    case 'email_change':
    case 'verify_email':
    case 'email_undo':
    case 'admin_invite':
    case 'admin_reset':
      return null; // answered when they were noted
  }
};
