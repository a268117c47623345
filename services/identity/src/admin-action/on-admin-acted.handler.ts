import { Injectable } from '@nestjs/common';
import { adminActed } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { AdminActionRepository } from './admin-action.repository.ts';

/** Keeps the record of what administrators did elsewhere; once for each fact, as the inbox sees to. */
@Injectable()
export class OnAdminActed {
  constructor(private readonly actions: AdminActionRepository) {}

  @HandlesEvent(adminActed)
  async handle({ by, action, details, at }: EventPayload<typeof adminActed>, tx: Transaction): Promise<void> {
    await this.actions.add(tx, { adminId: by.adminId, action, details, origin: by.origin, at: new Date(at) });
  }
}
