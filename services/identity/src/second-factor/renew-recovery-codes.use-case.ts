import { Inject, Injectable } from '@nestjs/common';
import { renewRecoveryCodes } from '@lectern/contracts/identity/second-factor-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ChangeByBoth } from './change-by-both.ts';
import { SecondFactorRepository } from './second-factor.repository.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './typed-code.ts';

/** Makes new recovery codes for an administrator who knows the password and has a code. The old ones end. */
@Injectable()
export class RenewRecoveryCodes {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly factors: SecondFactorRepository,
    private readonly byBoth: ChangeByBoth,
  ) {}

  @Handles(renewRecoveryCodes)
  async execute(request: RpcInput<typeof renewRecoveryCodes>): Promise<{ recoveryCodes: string[] }> {
    const { adminId } = request.by;
    const recoveryCodes = newRecoveryCodes();
    const hashes = recoveryCodes.map((shown) => hashOfRecoveryCode(shown.replaceAll('-', '')));
    await this.byBoth.change(request, 'renew_recovery_codes', (tx) =>
      this.factors.replaceRecoveryCodes(tx, adminId, hashes),
    );
    this.logger.info({ adminId }, 'An administrator made new recovery codes');
    return { recoveryCodes };
  }
}
