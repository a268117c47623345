import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { administratorsChanged } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { administratorsChangedLetter } from './templates/administrators-changed.template.ts';
import { WriteLetter } from './write-letter.use-case.ts';

/** Reports to an administrator that who may sign in has changed, once for each change. */
@Injectable()
export class OnAdministratorsChanged {
  constructor(private readonly writeLetter: WriteLetter) {}

  @HandlesEvent(administratorsChanged)
  async handle(
    { changeId, email, ...data }: EventPayload<typeof administratorsChanged>,
    tx: Transaction,
  ): Promise<void> {
    await this.writeLetter.execute(tx, administratorsChangedLetter, {
      dedupeKey: `administrators-changed:${changeId}:${email}`,
      to: email,
      data,
    });
  }
}
