import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { Administrator } from '@lectern/contracts/identity/administrator';
import type * as contracts from '@lectern/contracts/identity/administrator-rpc';
import { administratorsChanged } from '@lectern/contracts/identity/events';
import type { RpcInput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { AdminRepository, type ListedAdmin } from '../admin/admin.repository.ts';
import { InvitedAdministrators } from './invited-administrators.ts';

type Change = 'invited' | 'deactivated' | 'reactivated';

/**
 * Administrators invite, deactivate and reactivate each other. Each change is recorded, and reported to all other active administrators, in its
 * own transaction: somebody who has got hold of one account is noticed.
 */
@Injectable()
export class ManageAdministrators {
  constructor(
    private readonly transactor: Transactor,
    private readonly admins: AdminRepository,
    private readonly invited: InvitedAdministrators,
    private readonly actions: AdminActionRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<Administrator[]> {
    return (await this.admins.all()).map(present);
  }

  async invite({ email, name, by }: RpcInput<typeof contracts.inviteAdministrator>): Promise<Administrator> {
    const passwordHash = await this.invited.unusableHash();
    await this.transactor.run(async (tx) => {
      const outcome = await this.invited.invite(tx, { email, name }, passwordHash);
      if (outcome === 'taken') throw new DomainError('email_taken', { message: 'There is an administrator with this email already.', fields: { email: 'There is an administrator with this email already' } });
      if (outcome === 'too_many') throw new DomainError('too_many_requests', { message: 'We have sent three invitations to this address within the hour. Please try again later.', retryAfter: 3_600 });
      await this.actions.add(tx, { adminId: by.adminId, action: 'invite_administrator', details: { email: keyOf(email) }, origin: by.origin, at: this.clock.now() });
      await this.report(tx, 'invited', email.trim(), by.adminId);
    });
    return this.read((admin) => keyOf(admin.email) === keyOf(email));
  }

  async switch({ id, isActive, by }: RpcInput<typeof contracts.switchAdministrator>): Promise<Administrator> {
    if (id === by.adminId) throw new DomainError('invalid_request', { message: 'Somebody else has to do this for your own account.' });
    const admin = await this.admins.findById(id);
    if (admin === null) throw new DomainError('not_found', { message: 'There is no such administrator.' });
    await this.transactor.run(async (tx) => {
      const outcome = await this.admins.setActive(tx, admin.emailKey, isActive);
      if (outcome === 'last') throw new DomainError('invalid_request', { message: 'This is the last administrator who may sign in.' });
      if (outcome !== 'changed') return;
      const now = this.clock.now();
      if (!isActive) await this.accountTokens.endAllOfAdmin(tx, id, now);
      await this.actions.add(tx, { adminId: by.adminId, action: isActive ? 'activate_administrator' : 'deactivate_administrator', details: { email: admin.emailKey }, origin: by.origin, at: now });
      await this.report(tx, isActive ? 'reactivated' : 'deactivated', admin.email, by.adminId);
    });
    return this.read((each) => each.id === id);
  }

  private async read(is: (admin: ListedAdmin) => boolean): Promise<Administrator> {
    const found = (await this.admins.all()).find(is);
    if (found === undefined) throw new DomainError('not_found');
    return present(found);
  }

  private async report(tx: Transaction, change: Change, about: string, by: string): Promise<void> {
    const all = await this.admins.all();
    const [changeId, at] = [randomUUID(), this.clock.now().toISOString()];
    const actor = all.find(({ id }) => id === by)?.name ?? null;
    for (const { id, email, isActive } of all) if (isActive && id !== by && keyOf(email) !== keyOf(about)) await tx.publish(administratorsChanged, { changeId, email, change, about, by: actor, at });
  }
}

const present = ({ createdAt, lastLoginAt, ...admin }: ListedAdmin): Administrator => ({ ...admin, createdAt: createdAt.toISOString(), lastLoginAt: lastLoginAt?.toISOString() ?? null });
