import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { SecretSeal } from './secret-seal.ts';
import type { SecondFactor } from './second-factor.entity.ts';
import { SecondFactorRepository } from './second-factor.repository.ts';
import { stepOfCode } from './totp.ts';
import { readTypedCode } from './typed-code.ts';

/** Checks codes; each is valid once. */
@Injectable()
export class CodeCheck {
  constructor(
    private readonly factors: SecondFactorRepository,
    private readonly seal: SecretSeal,
    private readonly clock: Clock,
  ) {}

  /** Uses a code up and answers its kind; null for one that is wrong or was used before. */
  async use(tx: Transaction, factor: SecondFactor, typed: string): Promise<'app' | 'recovery' | null> {
    const code = readTypedCode(typed);
    if (code.kind === 'recovery')
      return (await this.factors.useRecoveryCode(tx, factor.adminId, code.hash)) ? 'recovery' : null;
    const step = stepOfCode(this.seal.open(factor.adminId, factor.sealedSecret), code.digits, this.clock.now());
    return step !== null && (await this.factors.useStep(tx, factor, step)) ? 'app' : null;
  }
}
