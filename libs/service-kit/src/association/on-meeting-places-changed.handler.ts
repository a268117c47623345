import { Injectable } from '@nestjs/common';
import { meetingPlacesChanged } from '@lectern/contracts/content/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '../database/transaction.ts';
import { HandlesEvent } from '../outbox/event-handler.decorator.ts';
import { PublishedTexts } from './published-texts.ts';

/** Keeps where members meet, for a service that subscribes to it. */
@Injectable()
export class OnMeetingPlacesChanged {
  constructor(private readonly texts: PublishedTexts) {}

  @HandlesEvent(meetingPlacesChanged)
  async handle({ version, places }: EventPayload<typeof meetingPlacesChanged>, tx: Transaction): Promise<void> {
    await this.texts.keepNewest(tx, 'meetingPlaces', { version, value: places });
  }
}
