import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import { adminActed } from '@lectern/contracts/messaging/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';

/** The actions of this service, which are the only ones that identity accepts from it. */
export type RecordedAction = EventPayload<typeof adminActed>['action'];

/** Publishes an administrator's action in the transaction of its effect (decisions, "Administration"). */
@Injectable()
export class RecordAdminAction {
  constructor(private readonly clock: Clock) {}

  async execute(
    tx: Transaction,
    by: ActingAdmin,
    action: RecordedAction,
    details: Record<string, unknown>,
  ): Promise<void> {
    await tx.publish(adminActed, { by, action, details, at: this.clock.now().toISOString() });
  }
}
