import { Injectable } from '@nestjs/common';
import { clubScheduleChanged } from '@lectern/contracts/content/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ClubScheduleRepository } from './club-schedule.repository.ts';

/** Keeps the schedule of the weekly session, which members' calendars follow. */
@Injectable()
export class OnClubScheduleChanged {
  constructor(private readonly schedule: ClubScheduleRepository) {}

  @HandlesEvent(clubScheduleChanged)
  async handle(event: EventPayload<typeof clubScheduleChanged>, tx: Transaction): Promise<void> {
    await this.schedule.keepNewest(tx, event);
  }
}
