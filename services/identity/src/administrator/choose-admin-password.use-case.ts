import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { chooseAdminPassword } from '@lectern/contracts/identity/administrator-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import type { AccountToken } from '../account-token/account-token.entity.ts';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';
import { CodeCheck } from '../second-factor/code-check.ts';
import { SecondFactorRepository } from '../second-factor/second-factor.repository.ts';
import { SessionRepository } from '../session/session.repository.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { TokenIssuer } from '../session/token-issuer.ts';
import { AdminRepository } from '../admin/admin.repository.ts';
import { OwnSignInChanges } from '../session/own-sign-in-changes.ts';

/**
 * Sets the password of an administrator by an emailed link, after an invitation or a forgotten password. Where the second factor is on, the
 * mailbox alone is not enough: its reader needs a code too. Ends every session and link, and is recorded.
 */
@Injectable()
export class ChooseAdminPassword {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly admins: AdminRepository,
    private readonly actions: AdminActionRepository,
    private readonly changes: OwnSignInChanges,
    private readonly accountTokens: AccountTokenRepository,
    private readonly factors: SecondFactorRepository,
    private readonly codes: CodeCheck,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly sessions: SessionRepository,
    private readonly throttle: SignInThrottle,
    private readonly tokens: TokenIssuer,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `link_invalid`, `password_common`, `second_factor_required`, `second_factor_wrong`, `too_many_attempts` */
  @Handles(chooseAdminPassword)
  async execute({
    token,
    password,
    code = '',
    origin,
  }: RpcInput<typeof chooseAdminPassword>): Promise<RpcOutput<typeof chooseAdminPassword>> {
    const { link, admin } = await this.find(token);
    await this.newPasswords.refuseGuessable(password, { email: admin.email, names: [admin.name] });
    const factor = await this.factors.find(admin.id);
    const isOn = factor?.enabledAt != null;
    if (isOn && code.trim() === '') throw new DomainError('second_factor_required');
    // Counted as at sign-in from an unknown browser, so that the holder of the link cannot guess the code.
    const counted = { audience: 'admin', emailKey: admin.emailKey, by: 'session:link' } as const;
    const hash = () => this.passwords.hash(password, accountHolder(admin.emailKey, origin));
    const { attempt, found: passwordHash } = isOn
      ? await this.throttle.beginWith(counted, hash)
      : { attempt: null, found: await hash() };
    const sessionVersion = await this.transactor.run(async (tx) => {
      const used = isOn ? await this.codes.use(tx, factor, code) : null;
      if (isOn && used === null) throw new DomainError('second_factor_wrong');
      const now = this.clock.now();
      if (!(await this.accountTokens.use(tx, token, link.purpose, now))) throw new DomainError('link_invalid');
      await this.accountTokens.endAllOfAdmin(tx, admin.id, now);
      await this.sessions.forgetAll(tx, 'admin', admin.id);
      if (link.purpose === 'admin_reset')
        await this.changes.note(tx, admin, 'reset_password', used === null ? {} : { secondFactor: used }, origin);
      else await this.actions.add(tx, { adminId: admin.id, action: 'accept_invitation', details: {}, origin, at: now });
      return this.admins.choosePassword(tx, admin.id, passwordHash);
    });
    if (attempt !== null) await this.throttle.succeeded(attempt);
    await this.throttle.succeeded({ audience: 'admin', emailKey: admin.emailKey });
    this.logger.info({ adminId: admin.id, purpose: link.purpose }, 'An administrator chose a password by a link');
    return { email: admin.email, deviceToken: this.tokens.issueDevice(admin.id, sessionVersion) };
  }

  private async find(
    token: string,
  ): Promise<{ link: AccountToken; admin: NonNullable<Awaited<ReturnType<AdminRepository['findById']>>> }> {
    const link = await this.accountTokens.find(token, ['admin_invite', 'admin_reset'], this.clock.now());
    const admin =
      link === null || link.usedAt !== null || link.adminId === null ? null : await this.admins.findById(link.adminId);
    if (link === null || admin === null || !admin.isActive || admin.emailKey !== link.emailKey)
      throw new DomainError('link_invalid');
    return { link, admin };
  }
}
