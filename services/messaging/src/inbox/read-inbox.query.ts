import { Injectable } from '@nestjs/common';
import * as contracts from '@lectern/contracts/messaging/conversation-rpc';
import { DomainError } from '@lectern/contracts/errors';
import { PLAIN_LIST_MAX } from '@lectern/contracts/page';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ConversationRepository } from '../conversation/conversation.repository.ts';
import { decodePosition, encodePosition } from './inbox-cursor.ts';
import { presentSummary } from './present-conversation.ts';
import { ReadConversation } from './read-conversation.ts';

/** The conversations of staff: lists, one of them, and how many are open. */
@Injectable()
export class ReadInbox {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly reader: ReadConversation,
  ) {}

  /** `q` searches names, addresses and messages. Throws `cursor_invalid`. */
  @Handles(contracts.listConversations)
  async list({
    status: view = 'open',
    adminId,
    q,
    limit = PLAIN_LIST_MAX,
    cursor,
  }: RpcInput<typeof contracts.listConversations>): Promise<RpcOutput<typeof contracts.listConversations>> {
    const after = cursor === undefined ? null : decodePosition(view, cursor);
    const { items, next, total } = await this.conversations.page(
      { view, adminId, search: searchPattern(q) },
      limit,
      after,
    );
    return { items: items.map(presentSummary), nextCursor: next === null ? null : encodePosition(view, next), total };
  }

  @Handles(contracts.readConversation)
  async one({
    id,
  }: RpcInput<typeof contracts.readConversation>): Promise<RpcOutput<typeof contracts.readConversation>> {
    const found = await this.reader.find(null, id);
    if (found === null) throw new DomainError('not_found');
    return found;
  }

  @Handles(contracts.countWaiting)
  async waiting(): Promise<RpcOutput<typeof contracts.countWaiting>> {
    return this.conversations.countWaiting();
  }

  @Handles(contracts.countInbox)
  async count({ adminId }: RpcInput<typeof contracts.countInbox>): Promise<RpcOutput<typeof contracts.countInbox>> {
    return this.conversations.count(adminId);
  }
}
