import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Clock } from '@lectern/service-kit/time/clock';
import { IdentityConfig } from '../config.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';
import { AdminRepository } from './admin.repository.ts';

/** Makes the administrator that the environment names, an owner, once. An existing one keeps password and role. */
@Injectable()
export class FirstAdministrator implements OnApplicationBootstrap {
  constructor(
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly admins: AdminRepository,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = this.config;
    if (email === undefined || password === undefined) return;
    if ((await this.admins.findByEmailKey(keyOf(email))) !== null) return;
    const passwordHash = await this.passwords.hash(password, accountHolder(keyOf(email)));
    const isNew = await this.transactor.run((tx) =>
      this.admins.addIfMissing(tx, {
        email: email.trim(),
        emailKey: keyOf(email),
        name: 'Administrator',
        role: 'owner',
        passwordHash,
        createdAt: this.clock.now(),
      }),
    );
    if (isNew) this.logger.info('Made the first administrator');
  }
}
