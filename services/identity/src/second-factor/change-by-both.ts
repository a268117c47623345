import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { turnOffSecondFactor } from '@lectern/contracts/identity/second-factor-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { SignInThrottle } from '../session/sign-in-throttle.ts';
import { CodeCheck } from './code-check.ts';
import { codeWrong } from './code-wrong.ts';
import { OwnPassword } from './own-password.ts';
import { SecondFactorRepository } from './second-factor.repository.ts';

/**
 * A change to a second factor that is on, for who shows both: the password and a code, which is used up with the change or not at all.
 * Records it in the same transaction.
 */
@Injectable()
export class ChangeByBoth {
  constructor(
    private readonly transactor: Transactor,
    private readonly actions: AdminActionRepository,
    private readonly factors: SecondFactorRepository,
    private readonly codes: CodeCheck,
    private readonly ownPassword: OwnPassword,
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
  ) {}

  async change<T>({ by, currentPassword, code, sessionId }: RpcInput<typeof turnOffSecondFactor>, action: string, apply: (tx: Transaction) => Promise<T>): Promise<T> {
    const factor = await this.factors.find(by.adminId);
    if (factor?.enabledAt == null) throw new DomainError('second_factor_off');
    const { attempt } = await this.ownPassword.check(by, currentPassword, sessionId);
    const changed = await this.transactor.run(async (tx) => {
      const secondFactor = await this.codes.use(tx, factor, code);
      if (secondFactor === null) throw codeWrong();
      await this.actions.add(tx, { adminId: by.adminId, action, details: { secondFactor }, origin: by.origin, at: this.clock.now() });
      return apply(tx);
    });
    await this.throttle.succeeded(attempt);
    return changed;
  }
}
