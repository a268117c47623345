import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { administratorAccessChanged } from '@lectern/contracts/identity/events';
import { roleMay } from '@lectern/contracts/identity/permission';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ConversationRepository } from '../conversation/conversation.repository.ts';

/** Conversations of an administrator who may no longer answer become unassigned. One who may again gets none back. */
@Injectable()
export class OnAdministratorAccessChanged {
  constructor(private readonly conversations: ConversationRepository) {}

  @HandlesEvent(administratorAccessChanged)
  async handle(
    { adminId, role, isActive }: EventPayload<typeof administratorAccessChanged>,
    tx: Transaction,
  ): Promise<void> {
    if (!isActive || !roleMay(role, 'inbox:write')) await this.conversations.unassign(tx, adminId);
  }
}
