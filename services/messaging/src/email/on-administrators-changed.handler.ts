import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { administratorsChanged } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { administratorsChangedEmail } from './templates/administrators-changed.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Reports a change of the administrators or their access to the other administrators, once for each change. */
@Injectable()
export class OnAdministratorsChanged {
  constructor(private readonly writeEmail: WriteEmail) {}

  @HandlesEvent(administratorsChanged)
  async handle(
    { changeId, email, ...data }: EventPayload<typeof administratorsChanged>,
    tx: Transaction,
  ): Promise<void> {
    await this.writeEmail.execute(tx, administratorsChangedEmail, {
      dedupeKey: `administrators-changed:${changeId}:${email}`,
      to: email,
      data,
    });
  }
}
