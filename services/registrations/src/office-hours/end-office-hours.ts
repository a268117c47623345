import { Injectable } from '@nestjs/common';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { officeHoursFact } from './office-hours-fact.ts';
import { OfficeHoursRequestRepository } from './office-hours-request.repository.ts';

/** Gives back the slot of a deleted account, which the team is told without a name, and empties the requests that are over. */
@Injectable()
export class EndOfficeHours {
  constructor(
    private readonly requests: OfficeHoursRequestRepository,
    private readonly clock: Clock,
  ) {}

  async of(tx: Transaction, userId: string): Promise<void> {
    const now = this.clock.now();
    const held = await this.requests.heldBy(tx, userId, now);
    await this.requests.erase(tx, userId, now);
    if (held === null || held.startsAt <= now) return;
    await tx.publish(officeHoursChanged, { ...officeHoursFact({ ...held, email: '', firstName: '', lastName: '', topic: '' }, 'cancelled'), userId: null });
  }
}
