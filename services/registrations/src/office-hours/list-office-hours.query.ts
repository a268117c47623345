import { Injectable } from '@nestjs/common';
import { isSameTime, officeHoursSlots } from '@lectern/contracts/office-hours';
import { listOfficeHours } from '@lectern/contracts/registrations/office-hours-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { Schedules } from '../schedule/schedules.ts';
import { presentRequest } from './office-hours-request.presenter.ts';
import { OfficeHoursRequestRepository } from './office-hours-request.repository.ts';

/** The slots that can be requested now, and an account's own until it is over. Does not show who has the others. */
@Injectable()
export class ListOfficeHours {
  constructor(
    private readonly requests: OfficeHoursRequestRepository,
    private readonly schedules: Schedules,
    private readonly clock: Clock,
  ) {}

  @Handles(listOfficeHours)
  async execute({ userId }: RpcInput<typeof listOfficeHours>): Promise<RpcOutput<typeof listOfficeHours>> {
    const now = this.clock.now();
    const [schedule, taken, mine] = await Promise.all([
      this.schedules.officeHours(null),
      this.requests.upcoming(now),
      this.requests.heldBy(null, userId, now),
    ]);
    const slots = officeHoursSlots(now, schedule);
    return {
      slots: slots.map(({ startsAt, endsAt }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        timeZone: schedule.timeZone,
        // Also by a session of an earlier schedule.
        isTaken: taken.some((session) => isSameTime(session, { startsAt, endsAt })),
      })),
      mine: mine === null ? null : presentRequest(mine, schedule),
    };
  }
}
