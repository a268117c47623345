import { Injectable } from '@nestjs/common';
import type * as z from 'zod/mini';
import { DomainError } from '@lectern/contracts/errors';
import type { signInChange } from '@lectern/contracts/identity/events';
import type { turnOffSecondFactor } from '@lectern/contracts/identity/second-factor-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import type { Admin } from '../admin/admin.entity.ts';
import { OwnSignInChanges } from '../session/own-sign-in-changes.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { CodeCheck } from './code-check.ts';
import { codeWrong } from './code-wrong.ts';
import { OwnPassword } from './own-password.ts';
import { SecondFactorRepository } from './second-factor.repository.ts';

/**
 * Changes a second factor that is on, for an administrator who shows both the password and a code, which is used up with the change or not
 * at all. Records and reports it in the same transaction.
 */
@Injectable()
export class ChangeByBoth {
  constructor(
    private readonly transactor: Transactor,
    private readonly changes: OwnSignInChanges,
    private readonly factors: SecondFactorRepository,
    private readonly codes: CodeCheck,
    private readonly ownPassword: OwnPassword,
    private readonly throttle: SignInThrottle,
  ) {}

  async change<T>(
    { by, ...confirmation }: RpcInput<typeof turnOffSecondFactor>,
    change: z.output<typeof signInChange>,
    apply: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    return this.confirm({ by, ...confirmation }, async (tx, admin, secondFactor) => {
      await this.changes.note(tx, admin, change, { secondFactor }, by.origin);
      return apply(tx);
    });
  }

  /** As {@link change}, without a record. */
  async confirm<T>(
    { by, currentPassword, code, sessionId }: RpcInput<typeof turnOffSecondFactor>,
    apply: (tx: Transaction, admin: Admin, secondFactor: 'app' | 'recovery') => Promise<T>,
  ): Promise<T> {
    const factor = await this.factors.find(by.adminId);
    if (factor?.enabledAt == null) throw new DomainError('second_factor_off');
    const { admin, attempt } = await this.ownPassword.check(by, currentPassword, sessionId);
    const changed = await this.transactor.run(async (tx) => {
      const secondFactor = await this.codes.use(tx, factor, code);
      if (secondFactor === null) throw codeWrong();
      return apply(tx, admin, secondFactor);
    });
    await this.throttle.succeeded(attempt);
    return changed;
  }
}
