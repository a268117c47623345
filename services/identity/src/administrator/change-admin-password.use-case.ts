import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { changeAdminPassword } from '@lectern/contracts/identity/session-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { OwnSignInChanges } from '../session/own-sign-in-changes.ts';
import { NewPasswordCheck } from '../password/new-password-check.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';
import { OwnPassword } from '../second-factor/own-password.ts';
import { type StartedSession, StartSession } from '../session/start-session.ts';
import { AdminRepository } from '../admin/admin.repository.ts';

/**
 * Changes the password of an administrator who knows the present one. Ends every session of theirs, is recorded and reported in the same
 * transaction, and answers a fresh token, so that this one goes on. The second factor stays as it is.
 */
@Injectable()
export class ChangeAdminPassword {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly transactor: Transactor,
    private readonly admins: AdminRepository,
    private readonly changes: OwnSignInChanges,
    private readonly newPasswords: NewPasswordCheck,
    private readonly passwords: PasswordHasher,
    private readonly ownPassword: OwnPassword,
    private readonly sessions: StartSession,
  ) {}

  @Handles(changeAdminPassword)
  async execute({
    by,
    currentPassword,
    newPassword,
    sessionId,
  }: RpcInput<typeof changeAdminPassword>): Promise<StartedSession> {
    const holder = await this.admins.findById(by.adminId);
    if (holder === null) throw new DomainError('not_found');
    await this.newPasswords.refuseGuessable(
      newPassword,
      { email: holder.email, names: [holder.name] },
      { field: 'newPassword' },
    );
    const admin = await this.ownPassword.confirm(by, currentPassword, sessionId);
    const passwordHash = await this.passwords.hash(newPassword, accountHolder(admin.emailKey, by.origin));
    const started = await this.transactor.run(async (tx) => {
      const sessionVersion = await this.admins.changePassword(tx, admin, passwordHash);
      // Of two concurrent changes the second one no longer knows the present password.
      if (sessionVersion === null) throw new DomainError('current_password_wrong');
      await this.changes.note(tx, admin, 'change_password', {}, by.origin);
      return this.sessions.beginAlone(tx, 'admin', admin.id, sessionVersion, by.origin);
    });
    this.logger.info({ adminId: admin.id }, 'An administrator changed the password');
    return started;
  }
}
