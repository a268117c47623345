import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { contactsChanged } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ContactRepository, type PublishedContact } from './contact.repository.ts';

const NO_PERSON = { email: null, emailKey: null, name: null } as const;

/** Stores the recipients of campaigns to the debate club and to tournaments. */
@Injectable()
export class OnContactsChanged {
  constructor(private readonly contacts: ContactRepository) {}

  @HandlesEvent(contactsChanged)
  async handle({ contacts }: EventPayload<typeof contactsChanged>, tx: Transaction): Promise<void> {
    await this.contacts.keep(
      tx,
      contacts.map(({ list, registrationId, version, email, firstName, lastName, isIn, until }): PublishedContact => {
        const name = `${firstName} ${lastName}`.trim();
        const who =
          isIn && email.trim() !== ''
            ? { email: email.trim(), emailKey: keyOf(email), name: name === '' ? null : name }
            : NO_PERSON;
        return { list, registrationId, version, ...who, until: until === null ? null : new Date(until) };
      }),
    );
  }
}
