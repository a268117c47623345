import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { StartedSecondFactor } from '@lectern/contracts/identity/second-factor';
import { startSecondFactor } from '@lectern/contracts/identity/second-factor-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { OwnPassword } from './own-password.ts';
import { SecondFactorRepository } from './second-factor.repository.ts';
import { SecretSeal } from './secret-seal.ts';
import { addressOfSecret, newSecret } from './totp.ts';

/** Makes a secret for an administrator who knows the password. It changes nothing at sign-in until a code of it confirms it. */
@Injectable()
export class StartSecondFactor {
  constructor(
    private readonly association: Association,
    private readonly transactor: Transactor,
    private readonly factors: SecondFactorRepository,
    private readonly ownPassword: OwnPassword,
    private readonly seal: SecretSeal,
    private readonly clock: Clock,
  ) {}

  @Handles(startSecondFactor)
  async execute({ by, currentPassword, sessionId }: RpcInput<typeof startSecondFactor>): Promise<StartedSecondFactor> {
    if ((await this.factors.find(by.adminId))?.enabledAt != null) throw new DomainError('second_factor_on');
    const admin = await this.ownPassword.confirm(by, currentPassword, sessionId);
    const secret = newSecret();
    const kept = { adminId: admin.id, sealedSecret: this.seal.seal(admin.id, secret) };
    const isStarted = await this.transactor.run((tx) => this.factors.start(tx, kept, this.clock.now()));
    if (!isStarted) throw new DomainError('second_factor_on');
    const { name } = await this.association.current();
    return { secret, address: addressOfSecret(secret, name, admin.email) };
  }
}
