import { Injectable } from '@nestjs/common';
import type { EntryExportRequest, ExportSlice } from '@lectern/contracts/list-export';
import { exportTournamentRegistrations } from '@lectern/contracts/registrations/rpc';
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
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { answersText, competitionNamesText, ruleBrokenSql, setupText } from '../event/event-setup.ts';
import { entryFilterOf } from './list-tournament-registrations.query.ts';
import {
  PAYMENT_AND_PLACE,
  PLACE_WORDS,
  TournamentRegistrationRepository,
} from './tournament-registration.repository.ts';

const COLUMNS: ExportColumns = {
  Tournament: 'event.title',
  'Starts at': instantText('event.datetime'),
  'First name': 'registration.firstName',
  'Last name': 'registration.lastName',
  Email: 'registration.email',
  Phone: 'registration.phone',
  Division: 'registration.division',
  Competitions: competitionNamesText('registration.competitions', 'event.setup'),
  Answers: answersText('registration.answers', 'event.setup'),
  'Experience level': 'registration.experienceLevel',
  'Special requests': 'registration.specialRequests',
  'Payment status': PAYMENT_AND_PLACE,
  'Amount (USD)': dollarsText('registration.paymentAmount'),
  'Waiting since': instantText('registration.waitlistedAt'),
  'Registered at': instantText('registration.registeredAt'),
};

/** A broken rule is named by the list alone: its words are not in the database. */
const tableIn = (timeZone: string): TableColumns => ({
  name: ['Name', `concat_ws(' ', registration.firstName, registration.lastName)`],
  email: ['Email', 'registration.email'],
  tournament: ['Tournament', `event.title || ', ' || ${dayText('event.datetime', timeZone)}`],
  division: ['Division', wordText('registration.division')],
  competitions: ['Competitions', competitionNamesText('registration.competitions', setupText('event.setup'))],
  experience: ['Experience', wordText('registration.experienceLevel')],
  answers: ['Answers', answersText('registration.answers', 'event.setup')],
  payment: [
    'Payment',
    wordText(`CASE WHEN registration.withdrawn_at IS NULL THEN registration.payment_status ELSE 'withdrawn' END`),
  ],
  place: ['Place', PLACE_WORDS],
  rule: ['Rule broken', `CASE WHEN ${ruleBrokenSql('registration')} THEN 'Yes' END`],
  amount: ['Amount', dollarsText('registration.paymentAmount')],
  registered: ['Registered', dayText('registration.registeredAt', timeZone)],
});

/** The entries of the list with the same filter, newest first, slice by slice. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ExportTournamentRegistrations {
  constructor(
    private readonly registrations: TournamentRegistrationRepository,
    private readonly association: Association,
  ) {}

  @Handles(exportTournamentRegistrations)
  async execute(request: EntryExportRequest): Promise<ExportSlice> {
    const { timeZone } = await this.association.current();
    return this.registrations.export(
      entryFilterOf(request, timeZone),
      request,
      columnsOf(request, tableIn(timeZone), COLUMNS),
    );
  }
}
