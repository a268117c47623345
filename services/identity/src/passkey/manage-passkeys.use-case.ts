import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { Passkey as Presented, PasskeyCreation } from '@lectern/contracts/identity/passkey';
import * as contracts from '@lectern/contracts/identity/passkey-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Admin } from '../admin/admin.entity.ts';
import { AdminRepository } from '../admin/admin.repository.ts';
import { OwnSignInChanges } from '../session/own-sign-in-changes.ts';
import { ChangeByBoth } from '../second-factor/change-by-both.ts';
import { SecondFactorRepository } from '../second-factor/second-factor.repository.ts';
import type { Passkey } from './passkey.entity.ts';
import type { Purpose } from './passkey-challenges.ts';
import { PasskeyRepository } from './passkey.repository.ts';
import { WebAuthn } from './webauthn.ts';

const toAnswer = ({ id, name, createdAt, lastUsedAt }: Passkey): Presented => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const purposeOf = (adminId: string, sessionId: string | undefined): Purpose => `add:${adminId}:${sessionId ?? ''}`;

/** An administrator's own passkeys. Adding and removing one takes the password and a code, and every change is recorded and reported. */
@Injectable()
export class ManagePasskeys {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly admins: AdminRepository,
    private readonly changes: OwnSignInChanges,
    private readonly factors: SecondFactorRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly byBoth: ChangeByBoth,
    private readonly webAuthn: WebAuthn,
    private readonly clock: Clock,
  ) {}

  @Handles(contracts.listPasskeys)
  async list({ adminId }: RpcInput<typeof contracts.listPasskeys>): Promise<Presented[]> {
    return (await this.passkeys.ofAdmin(adminId)).map(toAnswer);
  }

  @Handles(contracts.beginPasskey)
  async begin(request: RpcInput<typeof contracts.beginPasskey>): Promise<PasskeyCreation> {
    const { adminId } = request.by;
    const [admin, kept] = await Promise.all([this.holder(adminId), this.passkeys.ofAdmin(adminId)]);
    await this.byBoth.confirm(request, async () => undefined);
    return this.webAuthn.creation(admin, kept, purposeOf(adminId, request.sessionId));
  }

  @Handles(contracts.addPasskey)
  async add({ by, sessionId, name, credential }: RpcInput<typeof contracts.addPasskey>): Promise<Presented> {
    const created = await this.webAuthn.created(credential, purposeOf(by.adminId, sessionId));
    if (created === null) throw new DomainError('passkey_not_made');
    const admin = await this.holder(by.adminId);
    const { id: credentialId, publicKey, counter: uses, transports = [] } = created;
    const passkey = {
      id: randomUUID(),
      adminId: by.adminId,
      credentialId,
      publicKey,
      transports,
      uses,
      name,
      createdAt: this.clock.now(),
      lastUsedAt: null,
    };
    await this.transactor.run(async (tx) => {
      if (!(await this.factors.holdOn(tx, by.adminId))) throw new DomainError('second_factor_off');
      if (!(await this.passkeys.add(tx, passkey))) throw new DomainError('passkey_not_made');
      await this.changes.note(tx, admin, 'add_passkey', { name }, by.origin);
    });
    this.logger.info({ adminId: by.adminId }, 'An administrator added a passkey');
    return toAnswer(passkey);
  }

  @Handles(contracts.removePasskey)
  async remove({ id, ...request }: RpcInput<typeof contracts.removePasskey>): Promise<void> {
    const { adminId } = request.by;
    await this.byBoth.change(request, 'remove_passkey', async (tx) => {
      if ((await this.passkeys.remove(tx, adminId, id)) === null) throw new DomainError('not_found');
    });
    this.logger.info({ adminId }, 'An administrator removed a passkey');
  }
  private async holder(adminId: string): Promise<Admin> {
    const admin = await this.admins.findById(adminId);
    if (admin === null) throw new DomainError('not_found');
    return admin;
  }
}
