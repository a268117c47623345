import { Injectable } from '@nestjs/common';
import { officeHoursScheduleChanged } from '@lectern/contracts/content/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { OfficeHoursScheduleRepository } from './office-hours-schedule.repository.ts';

/** Keeps the schedule whose slots members may request. Sessions that members have stay as they are. */
@Injectable()
export class OnOfficeHoursScheduleChanged {
  constructor(private readonly schedules: OfficeHoursScheduleRepository) {}

  @HandlesEvent(officeHoursScheduleChanged)
  async handle(event: EventPayload<typeof officeHoursScheduleChanged>, tx: Transaction): Promise<void> {
    await this.schedules.keepNewest(tx, event);
  }
}
