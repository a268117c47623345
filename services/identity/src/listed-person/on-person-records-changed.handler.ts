import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { personRecordsChanged as inMessaging } from '@lectern/contracts/messaging/events';
import { personRecordsChanged as inRegistrations } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { PersonRecordRepository } from './person-record.repository.ts';

/** Stores what other services know people from. */
@Injectable()
export class OnPersonRecordsChanged {
  constructor(private readonly records: PersonRecordRepository) {}

  @HandlesEvent(inRegistrations)
  async registrations({ records }: EventPayload<typeof inRegistrations>, tx: Transaction): Promise<void> {
    await this.records.keep(tx, records);
  }

  @HandlesEvent(inMessaging)
  async messaging({ records }: EventPayload<typeof inMessaging>, tx: Transaction): Promise<void> {
    await this.records.keep(tx, records);
  }
}
