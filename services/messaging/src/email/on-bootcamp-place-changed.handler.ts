import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { bootcampPlaceChanged } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { bootcampConfirmedEmail } from './templates/bootcamp-confirmed.template.ts';
import { bootcampOfferEmail } from './templates/bootcamp-offer.template.ts';
import { bootcampWaitingEmail } from './templates/bootcamp-waiting.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/**
 * Tells people what became of their bootcamp registration. A place is confirmed once; somebody may be put on the waiting list
 * and be offered a place more than once, with an email each time.
 */
@Injectable()
export class OnBootcampPlaceChanged {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(bootcampPlaceChanged)
  async handle(fact: EventPayload<typeof bootcampPlaceChanged>, tx: Transaction): Promise<void> {
    const userId = fact.userId ?? null;
    if (userId !== null && (await this.erased.has(tx, userId))) return;
    const recipient = { to: fact.email, toName: `${fact.firstName} ${fact.lastName}`, userId };
    switch (fact.change) {
      case 'confirmed':
        await this.writeEmail.execute(tx, bootcampConfirmedEmail, {
          dedupeKey: `bootcamp-confirmed:${fact.registrationId}`,
          ...recipient,
          data: fact,
        });
        return;
      case 'waitlisted':
        await this.writeEmail.execute(tx, bootcampWaitingEmail, {
          dedupeKey: `bootcamp-waiting:${fact.registrationId}:${fact.since}`,
          ...recipient,
          perHour: 1,
          data: { ...fact, position: told(fact.position) },
        });
        return;
      case 'offered':
        await this.writeEmail.execute(tx, bootcampOfferEmail, {
          dedupeKey: `bootcamp-offer:${fact.registrationId}:${fact.since}`,
          ...recipient,
          data: { ...fact, offeredUntil: told(fact.offeredUntil) },
        });
    }
  }
}

const told = <T>(value: T | null): T => {
  if (value === null) throw new Error('The fact lacks what its change comes with');
  return value;
};
