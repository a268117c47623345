import { Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { recordPersonView } from '@lectern/contracts/identity/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { VIEWED_PERSON } from './personal-data.ts';

/** Reading a page, going back and reading it again is one visit. */
const ONE_VISIT_MS = 3_600_000;

/** Records that an administrator reads the page of an address, unless they did within the hour. */
@Injectable()
export class RecordPersonView {
  constructor(
    private readonly transactor: Transactor,
    private readonly actions: AdminActionRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(recordPersonView)
  async execute({ by, email }: RpcInput<typeof recordPersonView>): Promise<void> {
    const emailKey = keyOf(email);
    const at = this.clock.now();
    await this.transactor.run(async (tx) => {
      await this.actions.lock(tx, `${VIEWED_PERSON}:${by.adminId}:${emailKey}`);
      const since = new Date(at.getTime() - ONE_VISIT_MS);
      if (await this.actions.hasSince(tx, { adminId: by.adminId, action: VIEWED_PERSON, emailKey, since })) return;
      await this.actions.add(tx, {
        adminId: by.adminId,
        action: VIEWED_PERSON,
        details: { email },
        origin: by.origin,
        at,
      });
    });
  }
}
