import { Injectable } from '@nestjs/common';
import { personErased as erasedByBilling } from '@lectern/contracts/billing/events';
import type { EventPayload } from '@lectern/contracts/event';
import { personErased as erasedByMessaging } from '@lectern/contracts/messaging/events';
import { personErased as erasedByRegistrations } from '@lectern/contracts/registrations/events';
import type { ServiceName } from '@lectern/contracts/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { UserRepository } from '../user/user.repository.ts';
import { ErasureRepository } from './erasure.repository.ts';

/**
 * Receives from each service that it has nothing left of a deleted account. The event of the deletion has the address, for the last email;
 * it is removed when the last service has confirmed. Idempotent, in any order.
 */
@Injectable()
export class OnPersonErased {
  constructor(
    private readonly erasures: ErasureRepository,
    private readonly users: UserRepository,
    private readonly adminActions: AdminActionRepository,
  ) {}

  @HandlesEvent(erasedByBilling)
  async byBilling({ userId }: EventPayload<typeof erasedByBilling>, tx: Transaction): Promise<void> {
    await this.confirm(tx, userId, 'billing');
  }

  @HandlesEvent(erasedByRegistrations)
  async byRegistrations({ userId }: EventPayload<typeof erasedByRegistrations>, tx: Transaction): Promise<void> {
    await this.confirm(tx, userId, 'registrations');
  }

  @HandlesEvent(erasedByMessaging)
  async byMessaging({ userId }: EventPayload<typeof erasedByMessaging>, tx: Transaction): Promise<void> {
    await this.confirm(tx, userId, 'messaging');
  }

  private async confirm(tx: Transaction, userId: string, service: ServiceName): Promise<void> {
    // An administrator's action that was under way there may have arrived after the deletion.
    await this.adminActions.erasePerson(tx, {
      userId,
      emailKeys: await this.users.withoutAccount(tx, await this.erasures.emailKeyOf(tx, userId)),
    });
    if (await this.erasures.confirm(tx, userId, service)) await this.erasures.removeEvent(tx, userId);
  }
}
