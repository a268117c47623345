import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import type { Admin } from '../admin/admin.entity.ts';
import { AdminRepository } from '../admin/admin.repository.ts';
import { sessionCounter, PresentPassword } from '../password/present-password.ts';
import { type CountedAttempt, SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';

export interface KnownAdmin {
  readonly admin: Admin;
  /** Counts as failed until the caller reports success: with the password alone not everything is right yet. */
  readonly attempt: CountedAttempt;
}

/** Asks a signed-in administrator for the password again. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly admins: AdminRepository,
    private readonly presentPassword: PresentPassword,
    private readonly throttle: SignInThrottle,
  ) {}

  /** `current_password_wrong` and `too_many_attempts` as at the login. */
  async check(by: ActingAdmin, password: string, sessionId: string | undefined): Promise<KnownAdmin> {
    const admin = await this.holder(by);
    return { admin, attempt: await this.presentPassword.check('admin', admin, password, sessionId, by.origin) };
  }

  /** As {@link check}, where the password alone is enough. */
  async confirm(by: ActingAdmin, password: string, sessionId: string | undefined): Promise<Admin> {
    const { admin, attempt } = await this.check(by, password, sessionId);
    await this.throttle.succeeded(attempt);
    return admin;
  }

  /** Counts an attempt of a caller that has to show something other than the password. */
  async begin(by: ActingAdmin, sessionId: string | undefined): Promise<KnownAdmin> {
    const admin = await this.holder(by);
    return {
      admin,
      attempt: await this.throttle.begin({
        audience: 'admin',
        emailKey: admin.emailKey,
        by: sessionCounter(sessionId),
      }),
    };
  }

  private async holder({ adminId }: ActingAdmin): Promise<Admin> {
    const admin = await this.admins.findById(adminId);
    if (admin === null) throw new DomainError('not_found');
    return admin;
  }
}
