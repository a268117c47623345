import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { IdentityConfig } from '../config.ts';
import { hashOfSetupCode, newSetupCode } from './setup-code.ts';
import { SetupRepository } from './setup.repository.ts';

/**
 * Where the environment names no administrator and none exists, the installation waits for its setup. Its code is written to the log once, at
 * the first start; only its hash is stored.
 */
@Injectable()
export class WaitForSetup implements OnApplicationBootstrap {
  constructor(
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly setups: SetupRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.ADMIN_EMAIL !== undefined || !(await this.setups.isOpen())) return;
    const code = newSetupCode();
    const isNew = await this.transactor.run((tx) => this.setups.addIfMissing(tx, hashOfSetupCode(code)));
    const page = new URL('/admin/setup', this.config.PUBLIC_URL).href;
    if (isNew)
      this.logger.warn(`There is no administrator yet. Set up the site at ${page} with the setup code ${code}`);
    else
      this.logger.warn(
        `There is no administrator yet. Set up the site at ${page} with the setup code of the first start, or make another one: operate setup-code`,
      );
  }
}
