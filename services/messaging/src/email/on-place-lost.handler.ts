import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { placeLost } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { placeLostEmail } from './templates/place-lost.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails a person whose place is no longer held, or whose waitlist has ended; once each time. */
@Injectable()
export class OnPlaceLost {
  constructor(private readonly writeEmail: WriteEmail) {}

  @HandlesEvent(placeLost)
  async handle({ email, lastName, since, ...lost }: EventPayload<typeof placeLost>, tx: Transaction): Promise<void> {
    await this.writeEmail.execute(tx, placeLostEmail, {
      dedupeKey: `place-lost:${lost.registrationId}:${since}`,
      to: email,
      toName: `${lost.firstName} ${lastName}`,
      data: lost,
    });
  }
}
