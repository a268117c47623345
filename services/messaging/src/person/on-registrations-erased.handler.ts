import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { registrationsErased } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { EmailRecipientRepository } from '../delivery/email-recipient.repository.ts';
import { ProviderEventRepository } from '../provider-event/provider-event.repository.ts';

/**
 * Empties the emails about a deleted account's registrations, also those from before the account owned the registration. Idempotent.
 */
@Injectable()
export class OnRegistrationsErased {
  constructor(
    private readonly emails: EmailRecipientRepository,
    private readonly events: ProviderEventRepository,
  ) {}

  @HandlesEvent(registrationsErased)
  async handle({ registrationIds }: EventPayload<typeof registrationsErased>, tx: Transaction): Promise<void> {
    await this.events.eraseOf(tx, await this.emails.eraseOfRegistrations(tx, registrationIds), null);
  }
}
