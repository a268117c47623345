import { Controller, Inject } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { Administrator } from '@lectern/contracts/identity/administrator';
import { listAllAdministrators } from '@lectern/contracts/identity/administrator-rpc';
import { roleMay } from '@lectern/contracts/identity/permission';
import * as cannedHttp from '@lectern/contracts/messaging/canned-reply-http';
import * as canned from '@lectern/contracts/messaging/canned-reply-rpc';
import type { StoredConversation, StoredConversationSummary } from '@lectern/contracts/messaging/conversation';
import * as http from '@lectern/contracts/messaging/conversation-http';
import * as messaging from '@lectern/contracts/messaging/conversation-rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';
import { listOrPage } from './list-or-page.ts';

type Names = ReadonlyMap<string, string>;
const adminOf = (id: string | null, names: Names) => (id === null ? null : { id, name: names.get(id) ?? null });

const changeOf = (change: StoredConversation['closed'], names: Names) =>
  change === null ? null : { by: adminOf(change.byId, names), at: change.at };

/** The inbox of staff. Messaging stores conversations; identity knows the administrators. */
@Controller()
export class InboxController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(http.listConversations)
  async list(call: Call<typeof http.listConversations>) {
    return listOrPage(call, async (query) => {
      const [page, names] = await Promise.all([
        this.rpc.call(messaging.listConversations, { ...query, adminId: call.caller.admin.id }),
        this.names(),
      ]);
      return {
        ...page,
        items: page.items.map(({ assigneeId, ...summary }: StoredConversationSummary) => ({
          ...summary,
          assignee: adminOf(assigneeId, names),
        })),
      };
    });
  }

  @ServesEarly(http.readConversation)
  async read({ params }: EarlyCall<typeof http.readConversation>) {
    return this.named(this.rpc.call(messaging.readConversation, params));
  }

  @Serves(http.countInbox)
  async count({ caller }: Call<typeof http.countInbox>) {
    return this.rpc.call(messaging.countInbox, { adminId: caller.admin.id });
  }

  @ServesEarly(http.listAssignees)
  async assignees() {
    return { items: (await this.assignable()).map(({ id, name }) => ({ id, name })) };
  }

  @Serves(http.assignConversation)
  async assign(call: Call<typeof http.assignConversation>) {
    const { assignee: chosen, version } = call.body;
    const found = chosen === null ? undefined : (await this.assignable()).find(({ id }) => id === chosen);
    if (chosen !== null && found === undefined) {
      // A conversation that does not exist is reported as such.
      await this.rpc.call(messaging.readConversation, call.params);
      const message = 'This administrator may not answer messages. Choose another one.';
      throw new DomainError('invalid_request', { message, fields: { assignee: message } });
    }
    const assignee = found === undefined ? null : { adminId: found.id, role: found.role };
    return this.named(
      this.rpc.call(messaging.assignConversation, { ...call.params, assignee, version, by: actingIn(call) }),
    );
  }

  @Serves(http.replyToConversation)
  async reply(call: Call<typeof http.replyToConversation>) {
    const { id: messageId, reply: text, closes, version } = call.body;
    return this.named(
      this.rpc.call(messaging.replyToConversation, {
        ...call.params,
        messageId,
        text,
        closes,
        version,
        by: actingIn(call),
      }),
    );
  }

  @Serves(http.closeConversation)
  async close(call: Call<typeof http.closeConversation>) {
    return this.setStatus(call, 'closed');
  }

  @Serves(http.reopenConversation)
  async reopen(call: Call<typeof http.reopenConversation>) {
    return this.setStatus(call, 'open');
  }

  @ServesEarly(cannedHttp.listCannedReplies)
  async cannedReplies() {
    return { items: await this.rpc.call(canned.listCannedReplies, {}) };
  }

  @Serves(cannedHttp.addCannedReply)
  async addCannedReply(call: Call<typeof cannedHttp.addCannedReply>) {
    return this.rpc.call(canned.addCannedReply, { ...call.body, by: actingIn(call) });
  }

  @Serves(cannedHttp.editCannedReply)
  async editCannedReply(call: Call<typeof cannedHttp.editCannedReply>) {
    return this.rpc.call(canned.editCannedReply, { ...call.params, ...call.body, by: actingIn(call) });
  }

  @Serves(cannedHttp.deleteCannedReply)
  async deleteCannedReply(call: Call<typeof cannedHttp.deleteCannedReply>) {
    await this.rpc.call(canned.deleteCannedReply, { ...call.params, by: actingIn(call) });
    return { message: 'Canned reply deleted' };
  }

  private async setStatus(call: Call<typeof http.closeConversation>, status: 'open' | 'closed') {
    const input = { ...call.params, ...call.body, status, by: actingIn(call) };
    return this.named(this.rpc.call(messaging.setConversationStatus, input));
  }

  private async named(reading: Promise<StoredConversation>) {
    const [{ assigneeId, assigned, closed, messages, ...conversation }, names] = await Promise.all([
      reading,
      this.names(),
    ]);
    return {
      ...conversation,
      assignee: adminOf(assigneeId, names),
      assigned: changeOf(assigned, names),
      closed: changeOf(closed, names),
      messages: messages.map(({ adminId, ...message }) => ({ ...message, by: adminOf(adminId, names) })),
    };
  }

  /** Staff who were only invited do not read messages yet. */
  private async assignable(): Promise<Administrator[]> {
    const all = await this.rpc.call(listAllAdministrators, {});
    return all.filter(
      ({ isActive, role, lastLoginAt }) => isActive && lastLoginAt !== null && roleMay(role, 'inbox:write'),
    );
  }

  /** Messages are read without the names of staff, too. */
  private async names(): Promise<Names> {
    try {
      return new Map((await this.rpc.call(listAllAdministrators, {})).map(({ id, name }) => [id, name]));
    } catch (error) {
      this.logger.warn({ err: error }, 'The names of administrators could not be read');
      return new Map();
    }
  }
}
