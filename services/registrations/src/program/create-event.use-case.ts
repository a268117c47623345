import { Injectable } from '@nestjs/common';
import type { AdminEvent } from '@lectern/contracts/registrations/admin-model';
import { createEvent } from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { isUniqueViolation } from '@lectern/service-kit/database/postgres-error';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { differencesOf } from '@lectern/service-kit/edit/decide-edit';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RecordAdminAction } from '../record-admin-action.ts';
import { AdminEvents } from './admin-events.ts';
import { eventExists, fieldsOf, timesInThePast, throwFieldErrors } from '../event/event-fields.ts';
import { Event } from '../event/event.entity.ts';
import { EventRepository } from '../event/event.repository.ts';

/** Adds an event in the future. A repeated request answers the event of the first one. Throws `invalid_request`, and `event_exists` for another event. */
@Injectable()
export class CreateEvent {
  constructor(
    private readonly transactor: Transactor,
    private readonly events: EventRepository,
    private readonly adminEvents: AdminEvents,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
  ) {}

  @Handles(createEvent)
  async execute({ by, ...form }: RpcInput<typeof createEvent>): Promise<AdminEvent> {
    const fields = fieldsOf(form);
    throwFieldErrors(timesInThePast(fields, this.clock.now()));
    const event = Object.assign(new Event(), fields, {
      closedAt: null,
      movedAt: null,
      linkChangedAt: null,
      version: 1,
      fieldVersions: {},
      sequence: 0,
      clonedFrom: null,
    });
    try {
      return await this.transactor.run(async (tx) => {
        await this.events.add(tx, event);
        await this.recordAdminAction.execute(tx, by, 'create_event', {
          eventId: event.id,
          title: event.title,
          type: event.type,
          begins: form.datetime,
        });
        return this.adminEvents.one(tx, event);
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'events_once')) throw error;
      const known = await this.events.findTwin(fields);
      if (known === null || known.version > 1 || differencesOf(known, fields).length > 0) throw eventExists();
      return this.adminEvents.one(null, known);
    }
  }
}
