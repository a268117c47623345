import { Injectable } from '@nestjs/common';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { Schedules } from '../schedule/schedules.ts';
import { officeHoursEvent } from './office-hours-event.ts';
import { OfficeHoursRequestRepository } from './office-hours-request.repository.ts';

/** Releases the slots of accounts that may not keep them. */
@Injectable()
export class EndOfficeHours {
  constructor(
    private readonly requests: OfficeHoursRequestRepository,
    private readonly schedules: Schedules,
    private readonly clock: Clock,
  ) {}

  /**
   * Releases the slot of an account that is no member any more, was deactivated, or changed its holder (`before`: then only one
   * requested by that time). Publishes it as if the holder had cancelled. Idempotent.
   */
  async giveBack(tx: Transaction, userId: string, before?: Date): Promise<void> {
    const now = this.clock.now();
    const held = await this.requests.heldBy(tx, userId, now);
    if (held === null || held.startsAt <= now || (before !== undefined && held.requestedAt > before)) return;
    await this.requests.save(tx, Object.assign(held, { cancelledAt: now }));
    await tx.publish(officeHoursChanged, officeHoursEvent(held, 'cancelled', await this.schedules.officeHours(tx)));
  }

  /** Releases the slot of a deleted account, of which the team is notified without a name, and empties its past requests. */
  async of(tx: Transaction, userId: string): Promise<void> {
    const now = this.clock.now();
    const held = await this.requests.heldBy(tx, userId, now);
    await this.requests.erase(tx, userId, now);
    if (held === null || held.startsAt <= now) return;
    await tx.publish(officeHoursChanged, {
      ...officeHoursEvent(
        { ...held, email: '', firstName: '', lastName: '', topic: '' },
        'cancelled',
        await this.schedules.officeHours(tx),
      ),
      userId: null,
    });
  }
}
