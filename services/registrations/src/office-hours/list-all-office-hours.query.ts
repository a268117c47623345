import { Injectable } from '@nestjs/common';
import { hasSlot } from '@lectern/contracts/office-hours';
import { listAllOfficeHours } from '@lectern/contracts/registrations/office-hours-rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { Schedules } from '../schedule/schedules.ts';
import { presentRequest } from './office-hours-request.presenter.ts';
import { OfficeHoursRequestRepository } from './office-hours-request.repository.ts';

/** The sessions that members have, for staff. */
@Injectable()
export class ListAllOfficeHours {
  constructor(
    private readonly requests: OfficeHoursRequestRepository,
    private readonly schedules: Schedules,
    private readonly clock: Clock,
  ) {}

  @Handles(listAllOfficeHours)
  async execute(): Promise<RpcOutput<typeof listAllOfficeHours>> {
    const [schedule, requests] = await Promise.all([
      this.schedules.officeHours(null),
      this.requests.upcoming(this.clock.now()),
    ]);
    return requests.map((request) => ({
      ...presentRequest(request, schedule),
      userId: request.userId,
      email: request.email,
      firstName: request.firstName,
      lastName: request.lastName,
      isInSchedule: hasSlot(schedule, request),
    }));
  }
}
