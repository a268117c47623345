import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { AdminProfile, RequestOrigin } from '@lectern/contracts/identity/model';
import { type KnownDevice, loginAdmin, loginMember } from '@lectern/contracts/identity/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import type { Admin } from '../admin/admin.entity.ts';
import { AdminRepository } from '../admin/admin.repository.ts';
import { accountHolder, PasswordHasher, unknownCaller } from '../password/password-hasher.ts';
import { CodeCheck } from '../second-factor/code-check.ts';
import { SecondFactorRepository } from '../second-factor/second-factor.repository.ts';
import type { User } from '../user/user.entity.ts';
import { UserRepository } from '../user/user.repository.ts';
import { type CountedAttempt, SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { AdminSignIn } from '../session/admin-sign-in.ts';
import { deviceOf } from '../user/known-device.ts';
import { type StartedSession, StartSession } from '../session/start-session.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly origin: RequestOrigin;
  /** The accounts that the browser signed in to before. */
  readonly devices?: readonly KnownDevice[] | undefined;
}

export interface AdminCredentials extends Credentials {
  /** Checked where the administrator's second factor is on. */
  readonly code?: string | undefined;
}

/**
 * Exchanges an address and a password for a bearer token. `credentials_wrong` and the growing delay are alike for known and
 * unknown addresses, in words and in time.
 */
@Injectable()
export class Login {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly factors: SecondFactorRepository,
    private readonly codes: CodeCheck,
    private readonly passwords: PasswordHasher,
    private readonly throttle: SignInThrottle,
    private readonly sessions: StartSession,
    private readonly signIn: AdminSignIn,
  ) {}

  @Handles(loginMember)
  async member(credentials: Credentials): Promise<StartedSession> {
    const user = await this.users.findByEmailKey(keyOf(credentials.email));
    return this.logged({ audience: 'member', accountId: user?.id ?? null }, () => this.letMemberIn(user, credentials));
  }

  private async letMemberIn(user: User | null, credentials: Credentials): Promise<StartedSession> {
    const deviceId = deviceOf(credentials.devices, user);
    await this.throttle.succeeded(await this.checkPassword('member', credentials, deviceId, user?.passwordHash));
    if (user === null) throw new DomainError('credentials_wrong');
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    const { id, sessionVersion, email, firstName } = user;
    // A mailbox that nobody verified may be a stranger's.
    const reportTo = user.emailVerifiedAt === null ? null : { email, firstName };
    return this.transactor.run((tx) =>
      this.sessions.signIn(tx, { audience: 'member', id, sessionVersion, reportTo }, credentials.origin, deviceId),
    );
  }

  /**
   * Where the second factor is on, the password alone is neither a failure nor a success: failures before it still count, so that it
   * buys nobody another guess at the code.
   */
  @Handles(loginAdmin)
  async admin(credentials: AdminCredentials): Promise<StartedSession & { admin: AdminProfile }> {
    const admin = await this.admins.findByEmailKey(keyOf(credentials.email));
    return this.logged({ audience: 'admin', accountId: admin?.id ?? null }, () => this.letAdminIn(admin, credentials));
  }

  private async letAdminIn(
    admin: Admin | null,
    { code = '', ...credentials }: AdminCredentials,
  ): Promise<StartedSession & { admin: AdminProfile }> {
    const deviceId = deviceOf(credentials.devices, admin);
    const attempt = await this.checkPassword(
      'admin',
      credentials,
      deviceId,
      admin?.isActive === true ? admin.passwordHash : null,
    );
    if (admin === null) throw new DomainError('credentials_wrong');
    const factor = await this.factors.find(admin.id);
    const isOn = factor?.enabledAt != null;
    if (isOn && code.trim() === '') {
      await this.throttle.withdraw(attempt);
      throw new DomainError('second_factor_required');
    }
    if (!isOn) await this.throttle.succeeded(attempt);
    const { started, secondFactor } = await this.transactor.run(async (tx) => {
      const used = isOn ? await this.codes.use(tx, factor, code) : null;
      if (isOn && used === null) throw new DomainError('second_factor_wrong');
      const by: Record<string, string> = used === null ? {} : { secondFactor: used };
      return {
        started: await this.signIn.begin(tx, admin, by, credentials.origin, credentials.devices),
        secondFactor: used,
      };
    });
    if (isOn) await this.throttle.succeeded(attempt);
    if (secondFactor === 'recovery')
      this.logger.warn({ adminId: admin.id }, 'An administrator logged in with a recovery code');
    return started;
  }

  /** Logs every attempt with its account's id and its outcome; for an address without an account, only the outcome. */
  private async logged<T>(
    who: { audience: 'member' | 'admin'; accountId: string | null },
    attempt: () => Promise<T>,
  ): Promise<T> {
    try {
      const answer = await attempt();
      this.logger.info(who, 'Logged in');
      return answer;
    } catch (error) {
      if (error instanceof DomainError)
        this.logger.info(
          { ...who, outcome: error.code },
          error.code === 'second_factor_required' ? 'A login waits for its code' : 'A login was refused',
        );
      throw error;
    }
  }

  /** The attempt still counts as failed; the caller reports to the throttle once everything is right. */
  private async checkPassword(
    audience: 'member' | 'admin',
    { email, password, origin }: Credentials,
    deviceId: string | undefined,
    passwordHash: string | null | undefined,
  ): Promise<CountedAttempt> {
    const isKnown = deviceId !== undefined;
    const { attempt, found: isRight } = await this.throttle.beginWith(
      { audience, emailKey: keyOf(email), by: isKnown ? `device:${deviceId}` : undefined },
      () =>
        this.passwords.verify(
          passwordHash,
          password,
          isKnown ? accountHolder(keyOf(email), origin) : unknownCaller(origin),
        ),
    );
    if (!isRight) throw new DomainError('credentials_wrong');
    return attempt;
  }
}
