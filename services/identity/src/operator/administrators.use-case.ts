import { Inject, Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import * as contracts from '@lectern/contracts/identity/operator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { AdministratorChanges } from '../administrator/administrator-changes.ts';
import { presentAdministrator } from '../administrator/manage-administrators.use-case.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';
import { resetInTransaction } from '../reset-second-factor.ts';

/** An operator's commands for administrators' accounts. Each change is recorded as an operator's. */
@Injectable()
export class Administrators {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly admins: AdminRepository,
    private readonly changes: AdministratorChanges,
    private readonly actions: AdminActionRepository,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  @Handles(contracts.createAdministrator)
  async create({ email, name, password }: RpcInput<typeof contracts.createAdministrator>): Promise<{ isNew: boolean }> {
    if ((await this.admins.findByEmailKey(keyOf(email))) !== null) return { isNew: false };
    await this.newPasswords.refuseGuessable(password, { email, names: [name] });
    const passwordHash = await this.passwords.hash(password, accountHolder(keyOf(email)));
    const isNew = await this.transactor.run((tx) =>
      this.changes.create(tx, { email, name, role: 'owner' }, passwordHash),
    );
    if (isNew) this.logger.info('An operator made an administrator');
    return { isNew };
  }

  @Handles(contracts.listAdministrators)
  async list(): Promise<RpcOutput<typeof contracts.listAdministrators>> {
    return (await this.admins.all(this.clock.now())).map(presentAdministrator);
  }

  @Handles(contracts.setAdministratorActive)
  async setActive({
    email,
    isActive,
  }: RpcInput<typeof contracts.setAdministratorActive>): Promise<RpcOutput<typeof contracts.setAdministratorActive>> {
    const outcome = await this.transactor.run((tx) => this.changes.setActive(tx, keyOf(email), isActive, 'operator'));
    if (typeof outcome === 'string') return { outcome };
    return { outcome: isActive && outcome.lastLoginAt === null ? 'invited' : 'changed' };
  }

  @Handles(contracts.changeAdministratorRole)
  async changeRole({
    email,
    role,
  }: RpcInput<typeof contracts.changeAdministratorRole>): Promise<RpcOutput<typeof contracts.changeAdministratorRole>> {
    const outcome = await this.transactor.run((tx) => this.changes.setRole(tx, keyOf(email), role, 'operator'));
    return { outcome: typeof outcome === 'string' ? outcome : 'changed' };
  }

  @Handles(contracts.emailAdministratorLink)
  async emailLink({
    purpose,
    email,
    name,
    role,
  }: RpcInput<typeof contracts.emailAdministratorLink>): Promise<RpcOutput<typeof contracts.emailAdministratorLink>> {
    const passwordHash = purpose === 'invite' ? await this.changes.unusableHash(email) : '';
    return this.transactor.run(async (tx) => {
      if (purpose === 'invite') {
        const outcome = await this.changes.invite(tx, { email, name, role }, passwordHash, 'operator');
        return { outcome: outcome === 'taken' || outcome === 'too_many' ? 'refused' : 'sent' };
      }
      if ((await this.admins.find(tx, keyOf(email)))?.isActive !== true) return { outcome: 'unknown' };
      if (!(await this.changes.emailLink(tx, email.trim(), 'admin_reset'))) return { outcome: 'refused' };
      await this.actions.addOfOperator(tx, 'email_password_link', keyOf(email), this.clock.now());
      return { outcome: 'sent' };
    });
  }

  @Handles(contracts.resetSecondFactor)
  async resetSecondFactor({
    email,
  }: RpcInput<typeof contracts.resetSecondFactor>): Promise<RpcOutput<typeof contracts.resetSecondFactor>> {
    return { outcome: await this.transactor.run((tx) => resetInTransaction(tx.manager, email, this.clock.now())) };
  }
}
