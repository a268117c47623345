import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { exportMailbox, exportPerson } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { exportPerson as exportFrom } from '@lectern/service-kit/person/export-person';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { UserRepository } from '../user/user.repository.ts';
import { PERSONAL_DATA } from './personal-data.ts';

/**
 * Exports the data of an account's holder. Returns the address with which other services may be asked, which is none before its mailbox was
 * verified.
 */
@Injectable()
export class ExportPerson {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly users: UserRepository,
  ) {}

  @Handles(exportPerson)
  async execute({ userId }: RpcInput<typeof exportPerson>): Promise<RpcOutput<typeof exportPerson>> {
    const user = await this.users.findById(userId);
    if (user === null) throw new DomainError('not_found');
    const verifiedEmail = user.emailVerifiedAt === null ? null : user.email;
    return { verifiedEmail, data: await exportFrom(this.dataSource, PERSONAL_DATA, { userId, verifiedEmail }) };
  }

  /** A mailbox without an account has a new id, so that no row of an account that had the address before is included. */
  @Handles(exportMailbox)
  async mailbox({ email }: RpcInput<typeof exportMailbox>): Promise<RpcOutput<typeof exportMailbox>> {
    const user = await this.users.findByEmailKey(keyOf(email));
    const person = { userId: user?.id ?? randomUUID(), verifiedEmail: user?.email ?? email.trim() };
    return { person, hasAccount: user !== null, data: await exportFrom(this.dataSource, PERSONAL_DATA, person) };
  }
}
