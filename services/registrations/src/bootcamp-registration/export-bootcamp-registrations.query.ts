import { Injectable } from '@nestjs/common';
import type { EventExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import { exportBootcampRegistrations } from '@lectern/contracts/registrations/admin-rpc';
import { Association } from '@lectern/service-kit/association/association';
import {
  columnsOf,
  dayText,
  dollarsText,
  type ExportColumns,
  instantText,
  type TableColumns,
  wordText,
} from '@lectern/service-kit/paging/export-slice';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { registeredBetween } from '../registered-between/registered-between.ts';
import { BootcampRegistrationRepository, STATUS, STATUS_AND_POSITION } from './bootcamp-registration.repository.ts';
import { statusFilterOf } from './list-bootcamp-registrations.query.ts';

const COLUMNS: ExportColumns = {
  Bootcamp: 'event.title',
  'Starts at': instantText('event.datetime'),
  'First name': 'registration.firstName',
  'Last name': 'registration.lastName',
  Email: 'registration.email',
  Phone: 'registration.phone',
  'Experience level': 'registration.experienceLevel',
  Goals: 'registration.goals',
  'Referral source': 'registration.referralSource',
  'Special requests': 'registration.specialRequests',
  Status: STATUS,
  'Payment status': 'registration.paymentStatus',
  'Amount (USD)': dollarsText('registration.paymentAmount'),
  'Waiting since': instantText('registration.waitlistedAt'),
  'Registered at': instantText('registration.registeredAt'),
};

const DOLLARS = dollarsText('registration.paymentAmount');

const tableIn = (timeZone: string): TableColumns => ({
  name: ['Name', `concat_ws(' ', registration.firstName, registration.lastName)`],
  email: ['Email', 'registration.email'],
  run: ['Bootcamp', 'event.title'],
  begins: ['Begins', dayText('event.datetime', timeZone)],
  status: ['Status', STATUS_AND_POSITION],
  payment: [
    'Payment',
    `CASE WHEN registration.paymentStatus = 'paid' THEN COALESCE(${DOLLARS} || ' paid', 'Paid')
       WHEN registration.paymentStatus = 'refunded' THEN 'Refunded'
       WHEN registration.seat = 'released' THEN 'Not paid' ELSE COALESCE(${DOLLARS} || ' due', 'Not paid') END`,
  ],
  until: [
    'Seat held',
    `CASE ${STATUS} WHEN 'offered' THEN 'Until ' || ${instantText('registration.offeredUntil')} WHEN 'held' THEN 'While the payment page is open' END`,
  ],
  experience: ['Experience', wordText('registration.experienceLevel')],
  registered: ['Registered', dayText('registration.registeredAt', timeZone)],
  goals: ['Goals', 'registration.goals'],
  requests: ['Requests', 'registration.specialRequests'],
});

/** The registrations of the list with the same filter, newest first, slice by slice. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ExportBootcampRegistrations {
  constructor(
    private readonly registrations: BootcampRegistrationRepository,
    private readonly association: Association,
  ) {}

  @Handles(exportBootcampRegistrations)
  async execute(request: EventExportRequest): Promise<ExportSlice> {
    const { timeZone } = await this.association.current();
    return this.registrations.export(
      {
        status: statusFilterOf(request),
        eventId: request.event ?? null,
        registered: registeredBetween(request, timeZone),
        search: namePattern(request.q),
      },
      request,
      columnsOf(request, tableIn(timeZone), COLUMNS),
    );
  }
}
