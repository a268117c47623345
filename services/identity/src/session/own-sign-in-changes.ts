import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type * as z from 'zod/mini';
import { adminSignInChanged, type signInChange } from '@lectern/contracts/identity/events';
import type { RequestOrigin } from '@lectern/contracts/identity/model';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import type { Admin } from '../admin/admin.entity.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { describeClient } from './describe-client.ts';

/** Records an administrator's changes of their own sign-in, and reports them to their mailbox, in the transaction of the change. */
@Injectable()
export class OwnSignInChanges {
  constructor(
    private readonly actions: AdminActionRepository,
    private readonly clock: Clock,
  ) {}

  async note(
    tx: Transaction,
    { id, email }: Pick<Admin, 'id' | 'email'>,
    change: z.output<typeof signInChange>,
    details: Record<string, unknown>,
    origin: RequestOrigin,
  ): Promise<void> {
    const at = this.clock.now();
    await this.actions.add(tx, { adminId: id, action: change, details, origin, at });
    await tx.publish(adminSignInChanged, {
      changeId: randomUUID(),
      email,
      change,
      client: describeClient(origin.userAgent),
      at: at.toISOString(),
    });
  }
}
