import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { turnOnSecondFactor } from '@lectern/contracts/identity/second-factor-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminRepository } from '../admin/admin.repository.ts';
import { OwnSignInChanges } from '../session/own-sign-in-changes.ts';
import { SignInThrottle } from '../sign-in-throttle/sign-in-throttle.ts';
import { StartSession } from '../session/start-session.ts';
import { codeWrong } from './code-wrong.ts';
import { OwnPassword } from './own-password.ts';
import type { SecondFactor } from './second-factor.entity.ts';
import { SecondFactorRepository } from './second-factor.repository.ts';
import { SecretSeal } from './secret-seal.ts';
import { stepOfCode } from './totp.ts';
import { hashOfRecoveryCode, newRecoveryCodes, readTypedCode } from './typed-code.ts';

/** An administrator who takes longer to set it up begins again. */
const SETUP_MS = 15 * 60_000;

/**
 * Turns the second factor on once a code shows that the app has the secret. Ends every session of the administrator, in case another person
 * has one, and answers a fresh token, so that this one goes on.
 */
@Injectable()
export class TurnOnSecondFactor {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly admins: AdminRepository,
    private readonly changes: OwnSignInChanges,
    private readonly factors: SecondFactorRepository,
    private readonly ownPassword: OwnPassword,
    private readonly throttle: SignInThrottle,
    private readonly seal: SecretSeal,
    private readonly sessions: StartSession,
    private readonly clock: Clock,
  ) {}

  @Handles(turnOnSecondFactor)
  async execute({
    by,
    code,
    sessionId,
  }: RpcInput<typeof turnOnSecondFactor>): Promise<RpcOutput<typeof turnOnSecondFactor>> {
    const now = this.clock.now();
    const factor = await this.started(by.adminId, now);
    const { admin, attempt } = await this.ownPassword.begin(by, sessionId);
    const step = this.stepOf(factor, code, now);
    if (step === null) throw codeWrong();
    const recoveryCodes = newRecoveryCodes();
    const started = await this.transactor.run(async (tx) => {
      if (!(await this.factors.enable(tx, factor, step, now))) throw new DomainError('second_factor_not_started');
      await this.factors.replaceRecoveryCodes(
        tx,
        by.adminId,
        recoveryCodes.map((shown) => hashOfRecoveryCode(shown.replaceAll('-', ''))),
      );
      await this.changes.note(tx, admin, 'turn_on_second_factor', {}, by.origin);
      return this.sessions.beginAlone(
        tx,
        'admin',
        by.adminId,
        await this.admins.endSessions(tx, by.adminId),
        by.origin,
      );
    });
    await this.throttle.succeeded(attempt);
    this.logger.info({ adminId: by.adminId }, 'An administrator turned the second factor on');
    return { ...started, recoveryCodes };
  }

  private async started(adminId: string, now: Date): Promise<SecondFactor> {
    const factor = await this.factors.find(adminId);
    if (factor?.enabledAt != null) throw new DomainError('second_factor_on');
    if (factor === null || now.getTime() - factor.startedAt.getTime() > SETUP_MS)
      throw new DomainError('second_factor_not_started');
    return factor;
  }

  private stepOf(factor: SecondFactor, typed: string, now: Date): number | null {
    const code = readTypedCode(typed);
    return code.kind === 'app'
      ? stepOfCode(this.seal.open(factor.adminId, factor.sealedSecret), code.digits, now)
      : null;
  }
}
