import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { EventExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import type { Page } from '@lectern/contracts/page';
import type { EventListQuery } from '@lectern/contracts/registration-list';
import {
  WORKSHOP_STATUS_WORDS,
  type WorkshopRegistration as WorkshopRegistrationAnswer,
  workshopStatus,
} from '@lectern/contracts/registrations/admin-model';
import { exportWorkshopRegistrations, listWorkshopRegistrations } from '@lectern/contracts/registrations/workshop-rpc';
import {
  columnsOf,
  dayText,
  type ExportColumns,
  instantText,
  type TableColumns,
  wordsText,
} from '@lectern/service-kit/paging/export-slice';
import { Association } from '@lectern/service-kit/association/association';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { registeredBetween } from '../registered-between/registered-between.ts';
import type { WorkshopRegistration } from './workshop-registration.entity.ts';
import { type WorkshopFilter, WorkshopRegistrationRepository } from './workshop-registration.repository.ts';

const COLUMNS: ExportColumns = {
  Workshop: 'event.title',
  'Starts at': instantText('event.datetime'),
  'First name': 'registration.firstName',
  'Last name': 'registration.lastName',
  Email: 'registration.email',
  Status: 'registration.seat',
  'Waiting since': instantText('registration.waitlistedAt'),
  'Signed up at': instantText('registration.registeredAt'),
  'Ended at': instantText('registration.endedAt'),
};

const tableIn = (timeZone: string): TableColumns => ({
  name: ['Name', `concat_ws(' ', registration.firstName, registration.lastName)`],
  email: ['Email', 'registration.email'],
  workshop: ['Workshop', 'event.title'],
  begins: ['Begins', dayText('event.datetime', timeZone)],
  status: [
    'Status',
    `${wordsText('registration.seat', WORKSHOP_STATUS_WORDS)} || CASE WHEN registration.seat = 'waiting' THEN ': ' || (
       SELECT count(*) FROM workshop_registrations waiting
       WHERE waiting.event_id = registration.event_id AND waiting.seat = 'waiting' AND waiting.waitlisted_at <= registration.waitlisted_at
     ) ELSE '' END`,
  ],
  registered: ['Signed up', dayText('registration.registeredAt', timeZone)],
  ended: ['Ended', dayText('registration.endedAt', timeZone)],
});

/** The sign-ups for workshops, newest first, as a list and as a file. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListWorkshopRegistrations {
  constructor(
    private readonly registrations: WorkshopRegistrationRepository,
    private readonly association: Association,
  ) {}

  @Handles(listWorkshopRegistrations)
  async execute(query: EventListQuery): Promise<Page<WorkshopRegistrationAnswer>> {
    const filter = this.filterOf(query, await this.timeZone());
    const page = await this.registrations.page(filter, pageRequest(query, 'registeredAt'));
    return { ...page, items: await Promise.all(page.items.map((registration) => this.toAnswer(registration))) };
  }

  @Handles(exportWorkshopRegistrations)
  async export(request: EventExportRequest): Promise<ExportSlice> {
    const timeZone = await this.timeZone();
    return this.registrations.export(
      this.filterOf(request, timeZone),
      request,
      columnsOf(request, tableIn(timeZone), COLUMNS),
    );
  }

  private async timeZone(): Promise<string> {
    return (await this.association.current()).timeZone;
  }

  private filterOf(query: Omit<EventListQuery, 'limit' | 'cursor'>, timeZone: string): WorkshopFilter {
    const status = workshopStatus.safeParse(query.status);
    if (query.status !== undefined && !status.success)
      throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
    return {
      status: status.data ?? null,
      eventId: query.event ?? null,
      registered: registeredBetween(query, timeZone),
      search: namePattern(query.q),
    };
  }

  private async toAnswer(registration: WorkshopRegistration): Promise<WorkshopRegistrationAnswer> {
    const { seat } = registration;
    // The list leaves deleted ones out.
    if (seat === 'removed') throw new Error('A deleted sign-up is on the list');
    return {
      id: registration.id,
      eventId: registration.eventId,
      eventTitle: registration.event!.title,
      eventBegins: registration.event!.datetime.toISOString(),
      userId: registration.userId,
      email: registration.email,
      firstName: registration.firstName,
      lastName: registration.lastName,
      status: seat,
      position: seat === 'waiting' ? await this.registrations.position(null, registration) : null,
      registeredAt: registration.registeredAt.toISOString(),
      endedAt: registration.endedAt?.toISOString() ?? null,
    };
  }
}
