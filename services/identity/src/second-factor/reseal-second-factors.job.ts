import { Inject, Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { IdentityConfig } from '../config.ts';
import { SecondFactorRepository } from './second-factor.repository.ts';
import { SecretSeal } from './secret-seal.ts';

export const resealSecondFactors = job({ service: 'identity', name: 'reseal-second-factors', everySeconds: 30 });

/**
 * While `SECOND_FACTOR_KEY` is being changed, reseals secrets of the other keys with the present one, so that the others can be removed. A
 * secret that none of them opens stays as it is, and is logged with its administrator's id. Concurrent runs are safe: a row that was
 * replaced meanwhile is left.
 */
@Injectable()
export class ResealSecondFactors {
  constructor(
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly factors: SecondFactorRepository,
    private readonly seal: SecretSeal,
  ) {}

  @HandlesJob(resealSecondFactors)
  async run(): Promise<void> {
    if (this.config.SECOND_FACTOR_KEY_ALSO_VALID.length === 0) return;
    let resealed = 0;
    for (const { adminId, sealedSecret } of await this.factors.all()) {
      const sealed = this.resealed(adminId, sealedSecret);
      if (
        sealed !== null &&
        (await this.transactor.run((tx) => this.factors.replaceSecret(tx, { adminId, sealedSecret }, sealed)))
      )
        resealed += 1;
    }
    if (resealed > 0) this.logger.info({ resealed }, 'Second factors were sealed with the present key');
  }

  private resealed(adminId: string, sealedSecret: string): string | null {
    try {
      return this.seal.reseal(adminId, sealedSecret);
    } catch (error) {
      this.logger.warn({ err: error, adminId }, 'A second factor opens with none of the valid keys');
      return null;
    }
  }
}
