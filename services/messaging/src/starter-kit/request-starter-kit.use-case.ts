import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { requestStarterKit } from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { IdempotentRequests } from '@lectern/service-kit/idempotency/idempotent-requests';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { starterKitEmail } from '../email/templates/starter-kit.template.tsx';
import { WriteEmail } from '../email/write-email.use-case.ts';
import { SubscribeToNewsletter } from '../newsletter-subscriber/subscribe-to-newsletter.use-case.ts';
import { StarterKitRequestRepository } from './starter-kit-request.repository.ts';

/** The shortest time between two emails to one address, whatever the sender of the request. */
const PAUSE_MS = 3_600_000;
const SOURCE = 'starter_kit';

/**
 * Stores the request, subscribes its reader and writes the email with the link (decisions, "Mail"). All or nothing. Within an hour of
 * an email to this address it writes none, and answers the same. Throws `idempotency_conflict`.
 */
@Injectable()
export class RequestStarterKit {
  constructor(
    private readonly transactor: Transactor,
    private readonly idempotent: IdempotentRequests,
    private readonly requests: StarterKitRequestRepository,
    private readonly subscribe: SubscribeToNewsletter,
    private readonly writeEmail: WriteEmail,
    private readonly clock: Clock,
  ) {}

  @Handles(requestStarterKit)
  async execute({
    email,
    idempotency,
  }: RpcInput<typeof requestStarterKit>): Promise<RpcOutput<typeof requestStarterKit>> {
    return this.transactor.run((tx) =>
      this.idempotent.runOnce(tx, requestStarterKit.name, idempotency, async () => {
        // Locks the address, so that of two parallel requests one sees the other's email.
        await this.subscribe.within(tx, { email, source: SOURCE, tags: [SOURCE] });
        const now = this.clock.now();
        const emailKey = keyOf(email);
        const isEmailed = !(await this.requests.isEmailedSince(tx, emailKey, new Date(now.getTime() - PAUSE_MS)));
        const request = await this.requests.add(tx, { email: email.trim(), emailKey, isEmailed, requestedAt: now });
        if (isEmailed) {
          await this.writeEmail.execute(tx, starterKitEmail, {
            dedupeKey: `starter-kit:${request.id}`,
            to: request.email,
            data: { email: request.email },
          });
        }
        return {};
      }),
    );
  }
}
