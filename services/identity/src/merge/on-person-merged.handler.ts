import { Injectable } from '@nestjs/common';
import { personMerged as mergedByBilling } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { personMerged as mergedByMessaging } from '@lectern/contracts/messaging/events';
import { personMerged as mergedByRegistrations } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { OnClaimsMade } from '../claim/on-claims-made.handler.ts';
import { MergeRepository } from '../merged-person/merge.repository.ts';

/** Receives from each service that it has moved everything of a merged mailbox, and gives that to the account in the same transaction. */
@Injectable()
export class OnPersonMerged {
  constructor(
    private readonly merges: MergeRepository,
    private readonly claims: OnClaimsMade,
  ) {}

  @HandlesEvent(mergedByBilling)
  async byBilling({ mergeId, claims }: EventPayload<typeof mergedByBilling>, tx: Transaction): Promise<void> {
    await this.claims.keep(tx, claims, (await this.merges.find(mergeId, tx))?.userId);
    await this.merges.confirm(tx, mergeId, 'billing');
  }

  @HandlesEvent(mergedByRegistrations)
  async byRegistrations(
    { mergeId, claims }: EventPayload<typeof mergedByRegistrations>,
    tx: Transaction,
  ): Promise<void> {
    await this.claims.keep(tx, claims, (await this.merges.find(mergeId, tx))?.userId);
    await this.merges.confirm(tx, mergeId, 'registrations');
  }

  @HandlesEvent(mergedByMessaging)
  async byMessaging({ mergeId }: EventPayload<typeof mergedByMessaging>, tx: Transaction): Promise<void> {
    await this.merges.confirm(tx, mergeId, 'messaging');
  }
}
