import { Inject, Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type * as contracts from '@lectern/contracts/identity/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/process/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { InvitedAdministrators } from '../administrator/invited-administrators.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { PasswordHasher } from '../password/password-hasher.ts';
import { resetWith } from '../reset-second-factor.ts';

/** What an operator does with administrators' accounts. Each change is recorded as an operator's, in its own transaction. */
@Injectable()
export class Administrators {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly admins: AdminRepository,
    private readonly invited: InvitedAdministrators,
    private readonly actions: AdminActionRepository,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  async create({ email, name, password }: RpcInput<typeof contracts.createAdministrator>): Promise<{ isNew: boolean }> {
    const emailKey = keyOf(email);
    if ((await this.admins.findByEmailKey(emailKey)) !== null) return { isNew: false };
    this.newPasswords.refuseGuessable(password, { email, names: [name] });
    const passwordHash = await this.passwords.hash(password);
    const createdAt = this.clock.now();
    const isNew = await this.transactor.run(async (tx) => {
      const isAdded = await this.admins.addIfMissing(tx, { email: email.trim(), emailKey, name, passwordHash, createdAt });
      if (isAdded) await this.actions.addOfOperator(tx, 'create_administrator', emailKey, createdAt);
      return isAdded;
    });
    if (isNew) this.logger.info('An operator made an administrator');
    return { isNew };
  }

  async list(): Promise<RpcOutput<typeof contracts.listAdministrators>> {
    return (await this.admins.all()).map(({ id: _, createdAt, lastLoginAt, ...admin }) => ({
      ...admin,
      createdAt: createdAt.toISOString(),
      lastLoginAt: lastLoginAt?.toISOString() ?? null,
    }));
  }

  async setActive({ email, isActive }: RpcInput<typeof contracts.setAdministratorActive>): Promise<RpcOutput<typeof contracts.setAdministratorActive>> {
    return this.transactor.run(async (tx) => {
      const outcome = await this.admins.setActive(tx, keyOf(email), isActive);
      if (outcome === 'changed') {
        await this.actions.addOfOperator(tx, isActive ? 'activate_administrator' : 'deactivate_administrator', keyOf(email), this.clock.now());
      }
      return { outcome };
    });
  }

  async emailLink({ purpose, email, name }: RpcInput<typeof contracts.emailAdministratorLink>): Promise<RpcOutput<typeof contracts.emailAdministratorLink>> {
    const passwordHash = await this.invited.unusableHash();
    return this.transactor.run(async (tx) => {
      const admin = await this.admins.find(tx, keyOf(email));
      if (purpose === 'reset' && admin?.isActive !== true) return { outcome: 'unknown' };
      const outcome = purpose === 'invite' ? await this.invited.invite(tx, { email, name }, passwordHash) : (await this.invited.email(tx, email.trim(), 'admin_reset')) ? 'again' : 'too_many';
      if (outcome === 'taken' || outcome === 'too_many') return { outcome: 'refused' };
      await this.actions.addOfOperator(tx, purpose === 'invite' ? 'invite_administrator' : 'email_password_link', keyOf(email), this.clock.now());
      return { outcome: 'sent' };
    });
  }

  async resetSecondFactor({ email }: RpcInput<typeof contracts.resetSecondFactor>): Promise<RpcOutput<typeof contracts.resetSecondFactor>> {
    return { outcome: await this.transactor.run((tx) => resetWith(tx.manager, email, this.clock.now())) };
  }
}
