import { Injectable } from '@nestjs/common';
import { officeHoursScheduleChanged } from '@lectern/contracts/content/events';
import type { EventPayload } from '@lectern/contracts/event';
import { PublishedTexts } from '@lectern/service-kit/association/published-texts';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';

/** Keeps the schedule whose slots members may request. Sessions that members have stay as they are. */
@Injectable()
export class OnOfficeHoursScheduleChanged {
  constructor(private readonly texts: PublishedTexts) {}

  @HandlesEvent(officeHoursScheduleChanged)
  async handle({ version, schedule }: EventPayload<typeof officeHoursScheduleChanged>, tx: Transaction): Promise<void> {
    await this.texts.keepNewest(tx, 'officeHours', { version, value: schedule });
  }
}
