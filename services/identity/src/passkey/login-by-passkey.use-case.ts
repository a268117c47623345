import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { beginPasskeyLogin, loginByPasskey } from '@lectern/contracts/identity/passkey-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { AdminSignIn } from '../session/admin-sign-in.ts';
import { PasskeyRepository } from './passkey.repository.ts';
import { WebAuthn } from './webauthn.ts';

/** Exchanges a passkey for a bearer token, in place of the password and a code. There is nothing to guess, so failures are not counted. */
@Injectable()
export class LoginByPasskey {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly admins: AdminRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly webAuthn: WebAuthn,
    private readonly signIn: AdminSignIn,
    private readonly clock: Clock,
  ) {}

  @Handles(beginPasskeyLogin)
  async begin(): Promise<RpcOutput<typeof beginPasskeyLogin>> {
    return this.webAuthn.request();
  }

  /** @throws DomainError `passkey_refused`, and says no more; `service_unavailable` */
  @Handles(loginByPasskey)
  async execute({
    credential,
    origin,
    devices,
  }: RpcInput<typeof loginByPasskey>): Promise<RpcOutput<typeof loginByPasskey>> {
    const passkey = await this.passkeys.findByCredential(credential.id);
    const admin = passkey === null ? null : await this.admins.findById(passkey.adminId);
    const uses = passkey === null ? null : await this.webAuthn.shown(credential, passkey);
    if (passkey === null || uses === null || admin?.isActive !== true) {
      this.logger.info(
        { audience: 'admin', accountId: admin?.id ?? null, outcome: 'passkey_refused' },
        'A login was refused',
      );
      throw new DomainError('passkey_refused');
    }
    const started = await this.transactor.run(async (tx) => {
      if (!(await this.passkeys.use(tx, passkey.id, uses, this.clock.now()))) throw new DomainError('passkey_refused');
      return this.signIn.begin(tx, admin, { passkey: passkey.name }, origin, devices);
    });
    this.logger.info({ audience: 'admin', accountId: admin.id }, 'Logged in');
    return started;
  }
}
