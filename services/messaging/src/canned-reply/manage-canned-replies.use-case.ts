import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import { CANNED_REPLIES_MAX, type CannedReply as Presented } from '@lectern/contracts/messaging/canned-reply';
import * as contracts from '@lectern/contracts/messaging/canned-reply-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { lockKey } from '@lectern/service-kit/database/lock-key';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { decideEdit } from '@lectern/service-kit/edit/decide-edit';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RecordAdminAction } from '../record-admin-action.ts';
import { CannedReply } from './canned-reply.entity.ts';

const LABELS = { name: 'name', reply: 'text' } as const;

/** The texts that staff insert into replies. Changes are recorded by name, without the text. */
@Injectable()
export class ManageCannedReplies {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly transactor: Transactor,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  @Handles(contracts.listCannedReplies)
  async list(): Promise<Presented[]> {
    const found = await this.dataSource.getRepository(CannedReply).find({ order: { name: 'ASC', id: 'ASC' } });
    return found.map(present);
  }

  @Handles(contracts.addCannedReply)
  async add({ id, name, reply, by }: RpcInput<typeof contracts.addCannedReply>): Promise<Presented> {
    return this.named((tx) => this.addIn(tx, { id, name, reply, by }));
  }

  @Handles(contracts.editCannedReply)
  async edit({ id, name, reply, version, by }: RpcInput<typeof contracts.editCannedReply>): Promise<Presented> {
    return this.named(async (tx) => {
      const current = await this.lock(tx, id);
      const wanted = { name, reply };
      const edit = decideEdit<CannedReply, 'name' | 'reply'>(current, {
        version,
        wanted,
        labels: LABELS,
        page: 'Canned replies',
      });
      if (edit === null) return present(current);
      await tx.manager.update(CannedReply, { id }, edit);
      await this.recordAdminAction.execute(tx, by, 'edit_canned_reply', { name });
      return present({ ...current, ...edit });
    });
  }

  @Handles(contracts.deleteCannedReply)
  async delete({ id, by }: RpcInput<typeof contracts.deleteCannedReply>): Promise<void> {
    await this.transactor.run(async (tx) => {
      const { name } = await this.lock(tx, id);
      await tx.manager.delete(CannedReply, { id });
      await this.recordAdminAction.execute(tx, by, 'delete_canned_reply', { name });
    });
  }

  private async addIn(
    tx: Transaction,
    { id, name, reply, by }: RpcInput<typeof contracts.addCannedReply>,
  ): Promise<Presented> {
    await lockKey(tx, 'canned-replies');
    const known = await tx.manager.findOneBy(CannedReply, { id });
    if (known !== null) {
      if (known.name === name && known.reply === reply) return present(known);
      throw new DomainError('idempotency_conflict');
    }
    if ((await tx.manager.count(CannedReply)) >= CANNED_REPLIES_MAX) {
      const message = `There are ${CANNED_REPLIES_MAX} canned replies. Delete some first.`;
      throw new DomainError('invalid_request', { message, fields: { name: message } });
    }
    await tx.manager.insert(CannedReply, { id, name, reply });
    await this.recordAdminAction.execute(tx, by, 'add_canned_reply', { name });
    return { id, name, reply, version: 1 };
  }

  private async lock(tx: Transaction, id: string): Promise<CannedReply> {
    const found = await tx.manager.findOne(CannedReply, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (found === null)
      throw new DomainError('not_found', { message: 'This canned reply no longer exists. It may have been deleted.' });
    return found;
  }

  private async named<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transactor.run(work).catch((error: unknown) => {
      if (!isUniqueViolation(error, 'canned_replies_name')) throw error;
      const message = 'Another canned reply has this name.';
      throw new DomainError('invalid_request', { message, fields: { name: message } });
    });
  }
}

const present = ({ id, name, reply, version }: CannedReply): Presented => ({ id, name, reply, version });
