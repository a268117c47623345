import type { WorkshopRegistration } from '@lectern/contracts/registrations/admin-model';
import { Link } from 'react-router-dom';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { eventPathOf } from '../../../components/console/event-people.ts';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { ShortDate } from '../../../components/console/short-date.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { removeWorkshopRegistration, workshopList } from '../api/workshops.ts';
import { useEventFilters } from '../event-filter.ts';
import { nameOf, personAction, personPageOf } from '../removable.ts';
import { badgeOf, consequencesOf, WORKSHOP_FILTERS } from '../workshop-view.ts';
import { ChosenEvent } from './chosen-event.tsx';
import { useRemoval } from './use-removal.tsx';

const COLUMNS: readonly DataColumn<WorkshopRegistration>[] = [
  { key: 'name', header: 'Name', isLong: true, cell: (row) => <RowName>{nameOf(row)}</RowName> },
  { key: 'email', header: 'Email', isLong: true, cell: (row) => <PersonLink email={row.email} /> },
  {
    key: 'workshop',
    header: 'Workshop',
    isLong: true,
    cell: (row) => <Link to={eventPathOf(row.eventId)}>{row.eventTitle}</Link>,
  },
  { key: 'begins', header: 'Begins', cell: (row) => <ShortDate at={row.eventBegins} /> },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => {
      const { tone, label } = badgeOf(row);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { key: 'registered', header: 'Signed up', cell: (row) => <ShortDate at={row.registeredAt} /> },
  {
    key: 'ended',
    header: 'Ended',
    isExtra: true,
    cell: (row) => (row.endedAt === null ? '—' : <ShortDate at={row.endedAt} />),
  },
];

/** The sign-ups for all workshops. */
export const WorkshopList = () => {
  const filters = useEventFilters('workshop', WORKSHOP_FILTERS);
  const { ask, bulkActions, dialogs } = useRemoval<WorkshopRegistration>({
    remove: removeWorkshopRegistration,
    consequences: consequencesOf,
    keptPayment: () => 0,
    aftermath: (row) => (
      <p>
        The sign-up of {nameOf(row)} (<span className="breakable">{row.email}</span>) for {row.eventTitle} is removed
        from the list.
      </p>
    ),
  });
  if (filters === undefined) return <TableSkeleton label="Loading sign-ups" />;
  return (
    <>
      <ChosenEvent of="workshop" />
      <DataList
        source={workshopList}
        label="Workshop sign-ups"
        noun={['sign-up', 'sign-ups']}
        searchHint="First name, last name or email"
        filters={filters}
        columns={COLUMNS}
        rowName={nameOf}
        rowPage={personPageOf}
        rowActions={(row) => [
          ...personAction(row),
          { label: 'Delete', permission: 'registrations:write', danger: true, onSelect: () => ask(row) },
        ]}
        whenEmpty="Sign-ups appear here as soon as an annual member takes a seat. Create the workshops under Events."
        bulkActions={bulkActions}
      />
      {dialogs}
    </>
  );
};
