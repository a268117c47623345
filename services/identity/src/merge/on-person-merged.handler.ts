import { Injectable } from '@nestjs/common';
import { personMerged as mergedByBilling } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { personMerged as mergedByMessaging } from '@lectern/contracts/messaging/events';
import { personMerged as mergedByRegistrations } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { MergeRepository } from '../merged-person/merge.repository.ts';

/** Receives from each service that it has moved everything of a merged mailbox. */
@Injectable()
export class OnPersonMerged {
  constructor(private readonly merges: MergeRepository) {}

  @HandlesEvent(mergedByBilling)
  async byBilling({ mergeId }: EventPayload<typeof mergedByBilling>, tx: Transaction): Promise<void> {
    await this.merges.confirm(tx, mergeId, 'billing');
  }

  @HandlesEvent(mergedByRegistrations)
  async byRegistrations({ mergeId }: EventPayload<typeof mergedByRegistrations>, tx: Transaction): Promise<void> {
    await this.merges.confirm(tx, mergeId, 'registrations');
  }

  @HandlesEvent(mergedByMessaging)
  async byMessaging({ mergeId }: EventPayload<typeof mergedByMessaging>, tx: Transaction): Promise<void> {
    await this.merges.confirm(tx, mergeId, 'messaging');
  }
}
