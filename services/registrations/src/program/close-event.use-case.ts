import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { closeEvent, reopenEvent } from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction } from '../record-admin-action.ts';
import { AdminEvents } from './admin-events.ts';
import { EVENT_GONE } from '../event/event-fields.ts';
import { EventRepository } from '../event/event.repository.ts';

const OVER = 'The registration deadline has passed, so registration is closed already.';
const OVER_FOR_GOOD = 'The registration deadline has passed. Set a later deadline first.';

/**
 * Closes an event to newcomers before its deadline, or opens it again. Registered people keep their rights: entries can be paid,
 * and the waitlist moves up, until the deadline. The deadline itself stays, so that reopening has nothing to restore. The event's
 * version stays too: another administrator's open form can be saved. Idempotent. Throws `not_found` and `registration_closed`.
 */
@Injectable()
export class CloseEvent {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly adminEvents: AdminEvents,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(closeEvent)
  async execute(input: RpcInput<typeof closeEvent>): Promise<AdminEvent> {
    return this.set(input, true);
  }

  @Handles(reopenEvent)
  async reopen(input: RpcInput<typeof closeEvent>): Promise<AdminEvent> {
    return this.set(input, false);
  }

  private async set({ id, by }: RpcInput<typeof closeEvent>, isClosed: boolean): Promise<AdminEvent> {
    return this.transactor.run(async (tx) => {
      const event = await this.events.lockIfThere(tx, id);
      if (event === null) throw new DomainError('not_found', { message: EVENT_GONE });
      // Read under the lock, after all earlier changes.
      const now = this.clock.now();
      if (event.registrationDeadline <= now)
        throw new DomainError('registration_closed', { message: isClosed ? OVER : OVER_FOR_GOOD });
      if ((event.closedAt !== null) !== isClosed) {
        await this.events.change(tx, event, { closedAt: isClosed ? now : null });
        await this.recordAdminAction.execute(tx, by, isClosed ? 'close_event' : 'reopen_event', {
          eventId: id,
          title: event.title,
        });
      }
      return this.adminEvents.one(tx, event);
    });
  }
}
