import { formatCents } from '@lectern/contracts/money';
import type { TournamentRegistration } from '@lectern/contracts/registrations/model';
import { statusFilter, type ListFilter } from '../../../components/console/list-view.ts';
import { keptPaymentWords } from '../../../components/console/payment-words.ts';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { deleteColumn } from '../../../components/console/delete-column.tsx';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { Badge, StatusBadge } from '../../../components/ui/badge.tsx';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { RowName } from '../../../components/console/row-name.tsx';
import { formatDate, humanize } from '../../../lib/format.ts';
import pair from '../../../components/console/pair.module.css';
import { removeEntry, tournamentList } from '../api/tournaments.ts';
import { DIVISION_FILTER } from '../division-filter.ts';
import { useEventFilters } from '../event-filter.ts';
import { REGISTERED_FILTERS } from '../registered-filters.ts';
import { nameOf, personPageOf } from '../removable.ts';
import { useRecording } from './use-recording.tsx';
import { useRemoval } from './use-removal.tsx';

const PAYMENT_FILTERS: readonly ListFilter[] = [
  statusFilter([
    { value: 'pending', label: 'Pending' },
    { value: 'paid', label: 'Paid' },
    { value: 'failed', label: 'Failed' },
    { value: 'refunded', label: 'Refunded' },
  ]),
  DIVISION_FILTER,
  {
    key: 'rules',
    label: 'Rules',
    all: 'With and without broken rules',
    options: [{ value: 'broken', label: 'Rule broken' }],
  },
  ...REGISTERED_FILTERS,
];

const COLUMNS: readonly DataColumn<TournamentRegistration>[] = [
  { key: 'name', header: 'Name', isLong: true, cell: (row) => <RowName>{nameOf(row)}</RowName> },
  { key: 'email', header: 'Email', isLong: true, cell: (row) => <PersonLink email={row.email} /> },
  { key: 'division', header: 'Division', cell: (row) => humanize(row.division) },
  {
    key: 'experience',
    header: 'Experience',
    cell: (row) => (row.experienceLevel === null ? '—' : humanize(row.experienceLevel)),
  },
  {
    key: 'answers',
    header: 'Answers',
    isLong: true,
    isExtra: true,
    cell: ({ answers = [] }) =>
      answers.length === 0 ? '—' : answers.map(({ question, answer }) => `${question}: ${answer}`).join('; '),
  },
  {
    key: 'payment',
    header: 'Payment',
    cell: (row) => (
      <>
        <StatusBadge status={row.paymentStatus} />
        {row.position != null && <Badge tone="wait">{`On the waitlist: ${row.position}`}</Badge>}
        {row.isReleased === true && <Badge>Place released</Badge>}
        {row.ruleBroken != null && (
          <span className={pair['pair']}>
            <span className={pair['small']}>{row.ruleBroken}</span>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (row) => (row.paymentAmount === null ? '—' : formatCents(row.paymentAmount)),
  },
  { key: 'registered', header: 'Registered', sort: 'registeredAt', cell: (row) => formatDate(row.registeredAt) },
];

const consequences = (row?: TournamentRegistration): string =>
  row === undefined
    ? 'Each person is emailed about it, unless the payment was refunded or the tournament is over. If the tournament has a waitlist, the place goes to the next person on it.'
    : row.paymentStatus === 'refunded'
      ? `${nameOf(row)} is not emailed.`
      : `${nameOf(row)} is emailed about it, unless the tournament is over.${row.position != null || row.isReleased === true ? '' : ' If the tournament has a waitlist, the place goes to the next person on it.'}`;

/** All tournament registrations. */
export const TournamentsTab = () => {
  const filters = useEventFilters('tournament', PAYMENT_FILTERS);
  const { ask, bulkActions, dialogs } = useRemoval<TournamentRegistration>({
    remove: removeEntry,
    consequences,
    keptPayment: ({ paymentStatus, paymentAmount }) => (paymentStatus === 'paid' ? (paymentAmount ?? 0) : 0),
    aftermath: (row) => (
      <>
        <p>
          The tournament registration of {nameOf(row)} (<span className="breakable">{row.email}</span>) is deleted.
        </p>
        <p>{keptPaymentWords(row.paymentStatus, row.paymentAmount ?? 0)}</p>
      </>
    ),
  });
  const recording = useRecording<TournamentRegistration>();
  if (filters === undefined) return <TableSkeleton label="Loading registrations" />;
  return (
    <>
      <DataList
        source={tournamentList}
        label="Tournament registrations"
        noun={['registration', 'registrations']}
        searchHint="First name, last name or email"
        filters={filters}
        columns={[...COLUMNS, deleteColumn<TournamentRegistration>(nameOf, ask, 'registrations:write')]}
        rowName={nameOf}
        rowPage={personPageOf}
        rowActions={recording.actions}
        whenEmpty="Registrations appear here as soon as someone registers for a tournament."
        bulkActions={bulkActions}
      />
      {dialogs}
      {recording.dialog}
    </>
  );
};
