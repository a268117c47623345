import { Injectable } from '@nestjs/common';
import { officeHoursSlots } from '@lectern/contracts/office-hours';
import { Clock } from '@lectern/service-kit/time/clock';
import type { OfficeHoursRequest } from './office-hours-request.entity.ts';
import { OfficeHoursRequestRepository } from './office-hours-request.repository.ts';

export interface OfferedSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isTaken: boolean;
}

/** The slots that can be requested now, and an account's own until it is over. Does not show who has the others. */
@Injectable()
export class ListOfficeHours {
  constructor(
    private readonly requests: OfficeHoursRequestRepository,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<{ slots: OfferedSlot[]; mine: OfficeHoursRequest | null }> {
    const now = this.clock.now();
    const slots = officeHoursSlots(now);
    const [taken, mine] = await Promise.all([
      this.requests.taken(slots.map(({ startsAt }) => startsAt)),
      this.requests.heldBy(null, userId, now),
    ]);
    const takenAt = new Set(taken.map((start) => start.getTime()));
    return { slots: slots.map((slot) => ({ ...slot, isTaken: takenAt.has(slot.startsAt.getTime()) })), mine };
  }
}
