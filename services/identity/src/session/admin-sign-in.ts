import { Injectable } from '@nestjs/common';
import type { AdminProfile, RequestOrigin } from '@lectern/contracts/identity/model';
import type { KnownDevice } from '@lectern/contracts/identity/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Admin } from '../admin/admin.entity.ts';
import { presentAdmin } from '../admin/admin.presenter.ts';
import { AdminRepository } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { deviceOf } from '../user/known-device.ts';
import { type StartedSession, StartSession } from './start-session.ts';

/** The session of an administrator who showed all required credentials. */
@Injectable()
export class AdminSignIn {
  constructor(
    private readonly admins: AdminRepository,
    private readonly actions: AdminActionRepository,
    private readonly sessions: StartSession,
    private readonly clock: Clock,
  ) {}

  /** Begins it, and records the credentials used. A browser that the account does not know is reported to them. */
  async begin(
    tx: Transaction,
    admin: Admin,
    by: Record<string, string>,
    origin: RequestOrigin,
    devices: readonly KnownDevice[] | undefined,
  ): Promise<StartedSession & { admin: AdminProfile }> {
    const now = this.clock.now();
    await this.admins.recordLogin(tx, admin.id, now);
    await this.actions.add(tx, { adminId: admin.id, action: 'login', details: by, origin, at: now });
    const account = {
      audience: 'admin' as const,
      id: admin.id,
      sessionVersion: admin.sessionVersion,
      reportTo: { email: admin.email, firstName: '' },
    };
    return {
      ...(await this.sessions.signIn(tx, account, origin, deviceOf(devices, admin))),
      admin: presentAdmin(admin),
    };
  }
}
