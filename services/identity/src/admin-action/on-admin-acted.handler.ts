import { Injectable } from '@nestjs/common';
import { adminActed as actedInBilling } from '@lectern/contracts/billing/events';
import { adminActed as actedInContent } from '@lectern/contracts/content/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { PerformedAction } from '@lectern/contracts/identity/model';
import { adminActed as actedInMessaging } from '@lectern/contracts/messaging/events';
import { adminActed as actedInRegistrations } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { AdminActionRepository } from './admin-action.repository.ts';

/** Records administrators' actions in other services; once for each event, as the inbox ensures. */
@Injectable()
export class OnAdminActed {
  constructor(private readonly actions: AdminActionRepository) {}

  @HandlesEvent(actedInBilling)
  async inBilling(performed: EventPayload<typeof actedInBilling>, tx: Transaction): Promise<void> {
    await this.keep(tx, performed);
  }

  @HandlesEvent(actedInRegistrations)
  async inRegistrations(performed: EventPayload<typeof actedInRegistrations>, tx: Transaction): Promise<void> {
    await this.keep(tx, performed);
  }

  @HandlesEvent(actedInMessaging)
  async inMessaging(performed: EventPayload<typeof actedInMessaging>, tx: Transaction): Promise<void> {
    await this.keep(tx, performed);
  }

  @HandlesEvent(actedInContent)
  async inContent(performed: EventPayload<typeof actedInContent>, tx: Transaction): Promise<void> {
    await this.keep(tx, performed);
  }

  private async keep(tx: Transaction, { by, action, details, at }: PerformedAction): Promise<void> {
    await this.actions.add(tx, { adminId: by.adminId, action, details, origin: by.origin, at: new Date(at) });
  }
}
