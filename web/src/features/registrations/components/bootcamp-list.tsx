import type { BootcampRegistration } from '@lectern/contracts/registrations/admin-model';
import { Link } from 'react-router-dom';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { eventPathOf } from '../../../components/console/event-people.ts';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { ShortDate } from '../../../components/console/short-date.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { formatDateTime, humanize } from '../../../lib/format.ts';
import { bootcampList, removeBootcampRegistration } from '../api/bootcamp.ts';
import { aftermathOf, BOOTCAMP_FILTERS, consequencesOf, paymentOf, statusLabel, TONES } from '../bootcamp-view.ts';
import { useEventFilters } from '../event-filter.ts';
import { nameOf, personAction, personPageOf } from '../removable.ts';
import { ChosenEvent } from './chosen-event.tsx';
import { useRecording } from './use-recording.tsx';
import { useRemoval } from './use-removal.tsx';

/** How long a seat stays with its person before it is taken. */
const seatUntil = ({ status, offeredUntil }: BootcampRegistration): string =>
  offeredUntil !== null
    ? `Until ${formatDateTime(offeredUntil)}`
    : status === 'held'
      ? 'While the payment page is open'
      : '—';

const COLUMNS: readonly DataColumn<BootcampRegistration>[] = [
  { key: 'name', header: 'Name', isLong: true, cell: (row) => <RowName>{nameOf(row)}</RowName> },
  { key: 'email', header: 'Email', isLong: true, cell: (row) => <PersonLink email={row.email} /> },
  {
    key: 'run',
    header: 'Bootcamp',
    isLong: true,
    cell: (row) => <Link to={eventPathOf(row.eventId)}>{row.eventTitle}</Link>,
  },
  { key: 'begins', header: 'Begins', cell: (row) => <ShortDate at={row.eventBegins} /> },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <Badge tone={TONES[row.status]}>{statusLabel(row)}</Badge>,
  },
  { key: 'payment', header: 'Payment', cell: paymentOf },
  { key: 'until', header: 'Seat held', cell: seatUntil },
  { key: 'experience', header: 'Experience', cell: (row) => humanize(row.experienceLevel) },
  { key: 'registered', header: 'Registered', cell: (row) => <ShortDate at={row.registeredAt} /> },
  { key: 'goals', header: 'Goals', isLong: true, isExtra: true, cell: (row) => row.goals ?? '—' },
  { key: 'requests', header: 'Requests', isLong: true, isExtra: true, cell: (row) => row.specialRequests ?? '—' },
];

/** All bootcamp registrations. */
export const BootcampList = () => {
  const filters = useEventFilters('bootcamp', BOOTCAMP_FILTERS);
  const { ask, bulkActions, dialogs } = useRemoval<BootcampRegistration>({
    remove: removeBootcampRegistration,
    consequences: consequencesOf,
    keptPayment: ({ paymentStatus, paymentAmount }) => (paymentStatus === 'paid' ? (paymentAmount ?? 0) : 0),
    aftermath: (row) => (
      <>
        <p>
          The registration of {nameOf(row)} (<span className="breakable">{row.email}</span>) for {row.eventTitle} is
          removed from the list.
        </p>
        <p>{aftermathOf(row)}</p>
      </>
    ),
  });
  const recording = useRecording<BootcampRegistration>();
  if (filters === undefined) return <TableSkeleton label="Loading registrations" />;
  return (
    <>
      <ChosenEvent of="bootcamp" />
      <DataList
        source={bootcampList}
        label="Bootcamp registrations"
        noun={['registration', 'registrations']}
        searchHint="First name, last name or email"
        filters={filters}
        columns={COLUMNS}
        rowName={nameOf}
        rowPage={personPageOf}
        rowActions={(row) => [
          ...personAction(row),
          ...recording.actions(row),
          { label: 'Delete', permission: 'registrations:write', danger: true, onSelect: () => ask(row) },
        ]}
        whenEmpty="Registrations appear here as soon as someone registers for a bootcamp."
        bulkActions={bulkActions}
      />
      {dialogs}
      {recording.dialog}
    </>
  );
};
