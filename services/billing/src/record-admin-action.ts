import { Injectable } from '@nestjs/common';
import { adminActed } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';

/** The actions that are done here: identity takes no others of this service. */
export type RecordedAction = EventPayload<typeof adminActed>['action'];

/** Tells of what an administrator does, in the transaction of its effect (decisions, "Administration"). */
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
