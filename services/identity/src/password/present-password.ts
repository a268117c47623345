import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { RequestOrigin } from '@lectern/contracts/identity/model';
import { type CountedAttempt, SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { accountHolder, PasswordHasher } from './password-hasher.ts';

/** The counter of a session; the account's where an older revision does not name it. */
export const sessionCounter = (sessionId: string | undefined): `session:${string}` | undefined =>
  sessionId === undefined ? undefined : `session:${sessionId}`;

/**
 * Asks a signed-in person for the password again. A stolen token lets nobody guess it faster than the login does. Each session counts by
 * itself: a thief's guesses do not shut out the holder, nor do those of strangers at the login.
 */
@Injectable()
export class PresentPassword {
  constructor(
    private readonly passwords: PasswordHasher,
    private readonly throttle: SignInThrottle,
  ) {}

  /**
   * Throws `current_password_wrong`, on its field, and `too_many_attempts` as at the login. The answered attempt counts as failed until the
   * caller reports success to the throttle, because with the password alone not everything may be right yet.
   */
  async check(
    audience: CountedAttempt['audience'],
    account: { readonly emailKey: string; readonly passwordHash: string | null },
    password: string,
    sessionId: string | undefined,
    origin?: RequestOrigin,
  ): Promise<CountedAttempt> {
    const { attempt, found: isRight } = await this.throttle.beginWith(
      { audience, emailKey: account.emailKey, by: sessionCounter(sessionId) },
      () => this.passwords.verify(account.passwordHash, password, accountHolder(account.emailKey, origin)),
    );
    if (!isRight) {
      throw new DomainError('current_password_wrong', { fields: { currentPassword: 'Current password is incorrect' } });
    }
    return attempt;
  }
}
