import { Injectable } from '@nestjs/common';
import { associationProfileChanged } from '@lectern/contracts/content/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '../database/transaction.ts';
import { HandlesEvent } from '../outbox/event-handler.decorator.ts';
import { PublishedTexts } from './published-texts.ts';

/** Keeps the profile of the association, for a service that subscribes to it. */
@Injectable()
export class OnAssociationProfileChanged {
  constructor(private readonly texts: PublishedTexts) {}

  @HandlesEvent(associationProfileChanged)
  async handle({ version, profile }: EventPayload<typeof associationProfileChanged>, tx: Transaction): Promise<void> {
    await this.texts.keepNewest(tx, 'profile', { version, value: profile });
  }
}
