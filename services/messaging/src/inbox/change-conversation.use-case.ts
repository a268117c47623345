import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { Actor } from '@lectern/contracts/identity/model';
import type { StoredConversation } from '@lectern/contracts/messaging/conversation';
import { roleMay } from '@lectern/contracts/identity/permission';
import * as contracts from '@lectern/contracts/messaging/conversation-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import type { Conversation } from '../conversation/conversation.entity.ts';
import { Clock } from '@lectern/service-kit/time/clock';
import { assignedTo, closedBy, ConversationRepository, OPENED } from '../conversation/conversation.repository.ts';
import { RecordAdminAction, type RecordedAction } from '../record-admin-action.ts';
import { ReadConversation } from './read-conversation.ts';

/** The 409 of a change that began from an earlier version. */
export const changedMeanwhile = (): DomainError =>
  new DomainError('version_conflict', {
    message:
      'This conversation has changed since you opened it, so nothing was done. Read what is new, and then decide again.',
  });

/** Assigns, closes and reopens conversations. Each is recorded once; repeating it changes nothing. */
@Injectable()
export class ChangeConversation {
  constructor(
    private readonly transactor: Transactor,
    private readonly conversations: ConversationRepository,
    private readonly reader: ReadConversation,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(contracts.assignConversation)
  async assign({ assignee, ...change }: RpcInput<typeof contracts.assignConversation>): Promise<StoredConversation> {
    if (assignee !== null && !roleMay(assignee.role, 'inbox:write')) {
      const message = 'This administrator may not answer messages. Choose another one.';
      throw new DomainError('invalid_request', { message, fields: { assignee: message } });
    }
    const assigneeId = assignee?.adminId ?? null;
    return this.change(change, (current) =>
      current.assigneeId === assigneeId
        ? null
        : {
            write: assignedTo(assigneeId, change.by.adminId, this.clock.now()),
            action: 'assign_conversation',
            details: { assigneeId },
          },
    );
  }

  @Handles(contracts.setConversationStatus)
  async setStatus({
    status,
    ...change
  }: RpcInput<typeof contracts.setConversationStatus>): Promise<StoredConversation> {
    return this.change(change, (current) => {
      if (current.status === status) return null;
      return status === 'closed'
        ? { write: closedBy(change.by.adminId, this.clock.now()), action: 'close_conversation', details: {} }
        : { write: OPENED, action: 'reopen_conversation', details: {} };
    });
  }

  private async change(
    { id, version, by }: { id: string; version: number; by: Actor },
    decide: (
      current: Conversation,
    ) => { write: Partial<Conversation>; action: RecordedAction; details: Record<string, unknown> } | null,
  ): Promise<StoredConversation> {
    return this.transactor.run(async (tx: Transaction) => {
      const current = await this.conversations.lockById(tx, id);
      if (current === null) throw new DomainError('not_found');
      const decided = decide(current);
      if (decided !== null) {
        if (current.version !== version) throw changedMeanwhile();
        await this.conversations.change(tx, current, decided.write);
        await this.recordAdminAction.execute(tx, by, decided.action, { conversationId: id, ...decided.details });
      }
      return (await this.reader.find(tx, id))!;
    });
  }
}
