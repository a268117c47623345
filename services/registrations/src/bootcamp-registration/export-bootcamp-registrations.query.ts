import { Injectable } from '@nestjs/common';
import type { EventExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import { exportBootcampRegistrations } from '@lectern/contracts/registrations/admin-rpc';
import { Association } from '@lectern/service-kit/association/association';
import { dollarsText, type ExportColumns, instantText } from '@lectern/service-kit/paging/export-slice';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { registeredBetween } from '../registered-between/registered-between.ts';
import { BootcampRegistrationRepository, STATUS } from './bootcamp-registration.repository.ts';
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

/** The registrations of the list with the same filter, newest first, slice by slice. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ExportBootcampRegistrations {
  constructor(
    private readonly registrations: BootcampRegistrationRepository,
    private readonly association: Association,
  ) {}

  @Handles(exportBootcampRegistrations)
  async execute(request: EventExportRequest): Promise<ExportSlice> {
    return this.registrations.export(
      {
        status: statusFilterOf(request),
        eventId: request.event ?? null,
        registered: registeredBetween(request, (await this.association.current()).timeZone),
        search: namePattern(request.q),
      },
      request,
      COLUMNS,
    );
  }
}
