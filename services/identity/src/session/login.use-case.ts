import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import type { AdminProfile, RequestOrigin } from '@lectern/contracts/identity/model';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { presentAdmin } from '../admin/admin.presenter.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { PasswordHasher } from '../password/password-hasher.ts';
import { UserRepository } from '../user/user.repository.ts';
import { SignInThrottle } from './sign-in-throttle.ts';
import { TokenIssuer } from './token-issuer.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly origin: RequestOrigin;
}

/**
 * Exchanges an address and a password for a bearer token. `credentials_wrong` and the growing delay are alike for known and
 * unknown addresses, in words and in time.
 */
@Injectable()
export class Login {
  constructor(
    private readonly transactor: Transactor,
    private readonly users: UserRepository,
    private readonly admins: AdminRepository,
    private readonly actions: AdminActionRepository,
    private readonly passwords: PasswordHasher,
    private readonly throttle: SignInThrottle,
    private readonly tokens: TokenIssuer,
    private readonly clock: Clock,
  ) {}

  async member(credentials: Credentials): Promise<{ token: string }> {
    const user = await this.users.findByEmailKey(keyOf(credentials.email));
    await this.checkPassword('member', credentials, user?.passwordHash);
    if (user === null) throw new DomainError('credentials_wrong');
    if (user.deactivatedAt !== null) throw new DomainError('account_deactivated');
    return { token: this.tokens.issue('member', user.id, user.sessionVersion) };
  }

  async admin(credentials: Credentials): Promise<{ token: string; admin: AdminProfile }> {
    const admin = await this.admins.findByEmailKey(keyOf(credentials.email));
    await this.checkPassword('admin', credentials, admin?.isActive === true ? admin.passwordHash : null);
    if (admin === null) throw new DomainError('credentials_wrong');
    await this.transactor.run(async (tx) => {
      await this.admins.recordLogin(tx, admin.id, this.clock.now());
      await this.actions.add(tx, { adminId: admin.id, action: 'login', details: {}, origin: credentials.origin, at: this.clock.now() });
    });
    return { token: this.tokens.issue('admin', admin.id, admin.sessionVersion), admin: presentAdmin(admin) };
  }

  private async checkPassword(
    audience: 'member' | 'admin',
    { email, password, origin }: Credentials,
    passwordHash: string | null | undefined,
  ): Promise<void> {
    const attempt = { audience, emailKey: keyOf(email), ipAddress: origin.ipAddress };
    await this.throttle.begin(attempt);
    if (!(await this.passwords.verify(passwordHash, password))) throw new DomainError('credentials_wrong');
    await this.throttle.succeeded(attempt);
  }
}
