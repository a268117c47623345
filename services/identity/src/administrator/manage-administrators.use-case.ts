import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Administrator } from '@lectern/contracts/identity/administrator';
import * as contracts from '@lectern/contracts/identity/administrator-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository, type ListedAdmin } from '../admin/admin.repository.ts';
import { OwnPassword } from '../second-factor/own-password.ts';
import { AdministratorChanges } from './administrator-changes.ts';

const LAST_OWNER = 'This is the last owner who can log in. Make another administrator an owner first.';

/** Owners invite administrators and change their accounts, with their own password: a stolen token alone changes nothing. */
@Injectable()
export class ManageAdministrators {
  constructor(
    private readonly transactor: Transactor,
    private readonly admins: AdminRepository,
    private readonly changes: AdministratorChanges,
    private readonly ownPassword: OwnPassword,
    private readonly clock: Clock,
  ) {}

  @Handles(contracts.listAllAdministrators)
  async list(): Promise<Administrator[]> {
    return (await this.admins.all(this.clock.now())).map(presentAdministrator);
  }

  @Handles(contracts.inviteAdministrator)
  async invite({
    email,
    name,
    role,
    by,
    currentPassword,
    sessionId,
  }: RpcInput<typeof contracts.inviteAdministrator>): Promise<Administrator> {
    await this.ownPassword.confirm(by, currentPassword, sessionId);
    const passwordHash = await this.changes.unusableHash(email);
    const outcome = await this.transactor.run((tx) => this.changes.invite(tx, { email, name, role }, passwordHash, by));
    if (outcome === 'taken')
      throw new DomainError('email_taken', {
        message: 'There is an administrator with this email already.',
        fields: { email: 'There is an administrator with this email already' },
      });
    if (outcome === 'too_many')
      throw new DomainError('too_many_requests', {
        message: 'We have sent three invitations to this address within the hour. Please try again later.',
        retryAfter: 3_600,
      });
    return this.read((admin) => keyOf(admin.email) === keyOf(email));
  }

  @Handles(contracts.switchAdministrator)
  async switch({
    id,
    isActive,
    by,
    currentPassword,
    sessionId,
  }: RpcInput<typeof contracts.switchAdministrator>): Promise<Administrator> {
    await this.ownPassword.confirm(by, currentPassword, sessionId);
    if (id === by.adminId)
      throw new DomainError('invalid_request', {
        message: 'You cannot deactivate or reactivate your own account. Ask another administrator.',
      });
    const admin = await this.admins.findById(id);
    if (admin === null) throw new DomainError('not_found', { message: 'There is no such administrator.' });
    const outcome = await this.transactor.run((tx) => this.changes.setActive(tx, admin.emailKey, isActive, by));
    if (outcome === 'last') throw new DomainError('invalid_request', { message: LAST_OWNER });
    return this.read((each) => each.id === id);
  }

  @Handles(contracts.setAdministratorRole)
  async setRole({
    id,
    role,
    by,
    currentPassword,
    sessionId,
  }: RpcInput<typeof contracts.setAdministratorRole>): Promise<Administrator> {
    await this.ownPassword.confirm(by, currentPassword, sessionId);
    const admin = await this.admins.findById(id);
    if (admin === null) throw new DomainError('not_found', { message: 'There is no such administrator.' });
    const outcome = await this.transactor.run((tx) => this.changes.setRole(tx, admin.emailKey, role, by));
    if (outcome === 'last') throw new DomainError('invalid_request', { message: LAST_OWNER });
    return this.read((each) => each.id === id);
  }

  private async read(is: (admin: ListedAdmin) => boolean): Promise<Administrator> {
    const found = (await this.admins.all(this.clock.now())).find(is);
    if (found === undefined) throw new DomainError('not_found');
    return presentAdministrator(found);
  }
}

export const presentAdministrator = ({
  createdAt,
  lastLoginAt,
  invitedUntil,
  ...admin
}: ListedAdmin): Administrator => ({
  ...admin,
  createdAt: createdAt.toISOString(),
  lastLoginAt: lastLoginAt?.toISOString() ?? null,
  invitedUntil: invitedUntil?.toISOString() ?? null,
});
