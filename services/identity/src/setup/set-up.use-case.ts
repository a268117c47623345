import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import * as contracts from '@lectern/contracts/identity/setup-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';
import { hashOfSetupCode, isSetupCode, newSetupCode } from './setup-code.ts';
import type { Setup } from './setup.entity.ts';
import { SetupRepository } from './setup.repository.ts';

/** Longer than a request that finishes the setup takes. */
const CLAIMED_MS = 60_000;
const WRONG = 'This setup code is not right. Only the newest one works';

const wrongCode = (): DomainError => new DomainError('code_wrong', { message: `${WRONG}.`, fields: { code: WRONG } });

/** The setup as routes that do not exist answer it. */
const closed = (): DomainError => new DomainError('route_unknown');

type Finishing = RpcInput<typeof contracts.completeSetup>;

/**
 * Makes the first administrator for the holder of the setup code. One browser at a time finishes the setup; the administrator is made last, in
 * the transaction that closes it.
 */
@Injectable()
export class SetUp {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly setups: SetupRepository,
    private readonly admins: AdminRepository,
    private readonly actions: AdminActionRepository,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  @Handles(contracts.readSetup)
  async read(): Promise<RpcOutput<typeof contracts.readSetup>> {
    return { isOpen: await this.setups.isOpen() };
  }

  @Handles(contracts.checkSetupCode)
  async check({ code }: RpcInput<typeof contracts.checkSetupCode>): Promise<void> {
    if (!(await this.setups.isOpen())) throw closed();
    this.refuseWrong(await this.setups.find(), code);
  }

  @Handles(contracts.beginSetup)
  async begin({
    setupId,
    code,
    association,
    administrator,
    origin,
  }: RpcInput<typeof contracts.beginSetup>): Promise<RpcOutput<typeof contracts.beginSetup>> {
    if (!(await this.setups.isOpen())) return this.again({ setupId, code, administrator, origin });
    this.refuseWrong(await this.setups.find(), code);
    const { email, name, password } = administrator;
    await this.newPasswords.refuseGuessable(password, { email, names: [name, association] });
    return this.transactor.run(async (tx) => {
      const setup = await this.lockOpen(tx, code);
      if (setup === null) throw closed();
      this.refuseClaimed(setup, setupId);
      await this.setups.claim(tx, setupId, this.clock.now());
      return { adminId: setup.adminId, isDone: false };
    });
  }

  @Handles(contracts.completeSetup)
  async complete({ setupId, code, administrator, startWith, origin }: Finishing): Promise<void> {
    const { email, name, password } = administrator;
    const passwordHash = await this.passwords.hash(password, accountHolder(keyOf(email), origin));
    const adminId = await this.transactor.run(async (tx) => {
      const setup = await this.lockOpen(tx, code);
      if (setup === null) return null;
      if (setup.claimedBy !== setupId) throw new DomainError('setup_under_way');
      const at = this.clock.now();
      await this.admins.addIfMissing(tx, {
        id: setup.adminId,
        email: email.trim(),
        emailKey: keyOf(email),
        name,
        role: 'owner',
        passwordHash,
        createdAt: at,
      });
      const details = { email: keyOf(email), role: 'owner', startWith };
      await this.actions.add(tx, { adminId: setup.adminId, action: 'complete_setup', details, origin, at });
      return setup.adminId;
    });
    if (adminId === null) await this.again({ setupId, code, administrator, origin });
    else this.logger.info({ adminId }, 'The setup made the first administrator');
  }

  @Handles(contracts.makeSetupCode)
  async makeCode(): Promise<RpcOutput<typeof contracts.makeSetupCode>> {
    const code = newSetupCode();
    return this.transactor.run(async (tx) => {
      await this.setups.lock(tx);
      if (!(await this.setups.isOpen(tx))) return { code: null };
      await this.setups.addIfMissing(tx, hashOfSetupCode(code));
      await this.setups.changeCode(tx, hashOfSetupCode(code));
      return { code };
    });
  }

  /** Answers the browser that finished the setup with this administrator as it was answered then. Throws `route_unknown` for any other. */
  private async again({
    setupId,
    code,
    administrator,
    origin,
  }: Omit<Finishing, 'startWith'>): Promise<RpcOutput<typeof contracts.beginSetup>> {
    const setup = await this.setups.find();
    if (setup === null || setup.claimedBy !== setupId || !isSetupCode(code, setup.codeHash)) throw closed();
    const admin = await this.admins.findById(setup.adminId);
    const emailKey = keyOf(administrator.email);
    if (admin?.emailKey !== emailKey) throw closed();
    const by = accountHolder(emailKey, origin);
    if (!(await this.passwords.verify(admin.passwordHash, administrator.password, by))) throw closed();
    return { adminId: admin.id, isDone: true };
  }

  /** Locks the setup; null where an administrator exists by now. Throws `code_wrong`. */
  private async lockOpen(tx: Transaction, code: string): Promise<Setup | null> {
    const setup = await this.setups.lock(tx);
    if (!(await this.setups.isOpen(tx))) return null;
    this.refuseWrong(setup, code);
    return setup;
  }

  private refuseWrong(setup: Setup | null, code: string): void {
    if (setup === null || !isSetupCode(code, setup.codeHash)) throw wrongCode();
  }

  private refuseClaimed({ claimedBy, claimedAt }: Setup, setupId: string): void {
    if (claimedBy === null || claimedAt === null || claimedBy === setupId) return;
    if (this.clock.now().getTime() - claimedAt.getTime() < CLAIMED_MS) throw new DomainError('setup_under_way');
  }
}
