import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { requestLink } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { answerLinkRequests } from '../jobs.ts';
import { LinkRequestRepository } from './link-request.repository.ts';

/**
 * Records a request for an email with a link. It does the same for every address and reads none, so that neither the answer nor its time
 * reveals whether there is an account; {@link answerLinkRequests} decides after that.
 */
@Injectable()
export class RequestLink {
  constructor(
    private readonly transactor: Transactor,
    private readonly requests: LinkRequestRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  @Handles(requestLink)
  async execute({ email, purpose }: RpcInput<typeof requestLink>): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.requests.add(tx, {
        purpose,
        email: email.trim(),
        emailKey: keyOf(email),
        userId: null,
        requestedAt: this.clock.now(),
        answeredAt: null,
        isEmailed: false,
      });
      tx.afterCommit(() => this.jobs.wake(answerLinkRequests, {}, { key: 'wake' }));
    });
  }
}
