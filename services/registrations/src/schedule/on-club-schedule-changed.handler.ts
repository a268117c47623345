import { Injectable } from '@nestjs/common';
import { clubScheduleChanged } from '@lectern/contracts/content/events';
import type { EventPayload } from '@lectern/contracts/event';
import { PublishedTexts } from '@lectern/service-kit/association/published-texts';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';

/** Keeps the schedule of the weekly session, which members' calendars follow. */
@Injectable()
export class OnClubScheduleChanged {
  constructor(private readonly texts: PublishedTexts) {}

  @HandlesEvent(clubScheduleChanged)
  async handle({ version, schedule }: EventPayload<typeof clubScheduleChanged>, tx: Transaction): Promise<void> {
    await this.texts.keepNewest(tx, 'weeklySession', { version, value: schedule });
  }
}
