import { Injectable } from '@nestjs/common';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { officeHoursEvent } from './office-hours-event.ts';
import { OfficeHoursRequestRepository } from './office-hours-request.repository.ts';

/** Gives slots back that their account may not keep. */
@Injectable()
export class EndOfficeHours {
  constructor(
    private readonly requests: OfficeHoursRequestRepository,
    private readonly clock: Clock,
  ) {}

  /** The slot of an account that is no member any more, or was deactivated, or had another holder until now (`before`). It is published as if they had given it back. Idempotent. */
  async giveBack(tx: Transaction, userId: string, before?: Date): Promise<void> {
    const now = this.clock.now();
    const held = await this.requests.heldBy(tx, userId, now);
    if (held === null || held.startsAt <= now || (before !== undefined && held.requestedAt > before)) return;
    await this.requests.save(tx, Object.assign(held, { cancelledAt: now }));
    await tx.publish(officeHoursChanged, officeHoursEvent(held, 'cancelled'));
  }

  /** The slot of a deleted account, of which the team is notified without a name; the requests that are over are emptied. */
  async of(tx: Transaction, userId: string): Promise<void> {
    const now = this.clock.now();
    const held = await this.requests.heldBy(tx, userId, now);
    await this.requests.erase(tx, userId, now);
    if (held === null || held.startsAt <= now) return;
    await tx.publish(officeHoursChanged, {
      ...officeHoursEvent({ ...held, email: '', firstName: '', lastName: '', topic: '' }, 'cancelled'),
      userId: null,
    });
  }
}
