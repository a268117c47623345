import { Injectable } from '@nestjs/common';
import type { ClubExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import { exportDebateClubRegistrations } from '@lectern/contracts/registrations/rpc';
import { Association } from '@lectern/service-kit/association/association';
import {
  columnsOf,
  dayText,
  type ExportColumns,
  instantText,
  type TableColumns,
  wordText,
} from '@lectern/service-kit/paging/export-slice';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { filterOf } from './debate-club-filter.ts';
import { DebateClubRegistrationRepository } from './debate-club-registration.repository.ts';

const COLUMNS: ExportColumns = {
  'First name': 'registration.firstName',
  'Last name': 'registration.lastName',
  Email: 'registration.email',
  Phone: 'registration.phone',
  Division: 'registration.division',
  Plan: 'registration.billingCycle',
  Status: 'registration.status',
  'Experience level': 'registration.experienceLevel',
  Goals: 'registration.goals',
  'Referral source': 'registration.referralSource',
  'Referral code': 'registration.referralCode',
  'Billing start date': instantText('registration.billingStartDate'),
  'Registered at': instantText('registration.registeredAt'),
  'Stripe customer': 'registration.stripeCustomerId',
  'Stripe subscription': 'registration.stripeSubscriptionId',
};

const tableIn = (timeZone: string): TableColumns => ({
  name: ['Name', `concat_ws(' ', registration.firstName, registration.lastName)`],
  email: ['Email', 'registration.email'],
  division: ['Division', wordText('registration.division')],
  billing: ['Billing', wordText('registration.billingCycle')],
  status: ['Status', wordText('registration.status')],
  registered: ['Registered', dayText('registration.registeredAt', timeZone)],
});

/** The registrations of the list with the same filter, newest first, slice by slice. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ExportDebateClubRegistrations {
  constructor(
    private readonly registrations: DebateClubRegistrationRepository,
    private readonly association: Association,
  ) {}

  @Handles(exportDebateClubRegistrations)
  async execute(request: ClubExportRequest): Promise<ExportSlice> {
    const { timeZone } = await this.association.current();
    return this.registrations.export(
      filterOf(request, timeZone),
      request,
      columnsOf(request, tableIn(timeZone), COLUMNS),
    );
  }
}
