import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import type { Admin } from '../admin/admin.entity.ts';
import { AdminRepository } from '../admin/admin.repository.ts';
import { PasswordHasher } from '../password/password-hasher.ts';
import { type CountedAttempt, SignInThrottle } from '../session/sign-in-throttle.ts';

export interface KnownAdmin {
  readonly admin: Admin;
  /** Counts as failed until the throttle is told otherwise: with the password alone not everything is right yet. */
  readonly attempt: CountedAttempt;
}

/** Asks a signed-in administrator for the password again. A stolen token lets nobody guess it faster than the login does. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly admins: AdminRepository,
    private readonly passwords: PasswordHasher,
    private readonly throttle: SignInThrottle,
  ) {}

  /** `current_password_wrong` and `too_many_attempts` as at the login. */
  async check(by: ActingAdmin, password: string): Promise<KnownAdmin> {
    const known = await this.begin(by);
    if (!(await this.passwords.verify(known.admin.passwordHash, password))) {
      throw new DomainError('current_password_wrong', { fields: { currentPassword: 'Current password is incorrect' } });
    }
    return known;
  }

  /** Counts an attempt, for who has to show something else than the password. */
  async begin({ adminId, origin }: ActingAdmin): Promise<KnownAdmin> {
    const admin = await this.admins.findById(adminId);
    if (admin === null) throw new DomainError('not_found');
    return { admin, attempt: await this.throttle.begin({ audience: 'admin', emailKey: admin.emailKey, ipAddress: origin.ipAddress }) };
  }
}
