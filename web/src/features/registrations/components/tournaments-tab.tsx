import { formatCents } from '@lectern/contracts/money';
import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import type { TournamentRegistration } from '@lectern/contracts/registrations/model';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { statusFilter, type ListFilter } from '../../../components/console/list-view.ts';
import { keptPaymentWords } from '../../../components/console/payment-words.ts';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { deleteColumn } from '../../../components/console/delete-column.tsx';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { Badge, StatusBadge } from '../../../components/ui/badge.tsx';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { ShortDate } from '../../../components/console/short-date.tsx';
import pair from '../../../components/console/pair.module.css';
import { RowName } from '../../../components/console/row-name.tsx';
import { formatDate, humanize } from '../../../lib/format.ts';
import { removeEntry, tournamentList } from '../api/tournaments.ts';
import { DIVISION_FILTER } from '../division-filter.ts';
import { eventsQuery, useEventFilters } from '../event-filter.ts';
import { REGISTERED_FILTERS } from '../registered-filters.ts';
import { nameOf, personPageOf } from '../removable.ts';
import { RosterCountsTable } from './roster-counts.tsx';
import { useRecording } from './use-recording.tsx';
import { useRemoval } from './use-removal.tsx';

const FILTERS: readonly ListFilter[] = [
  statusFilter([
    { value: 'pending', label: 'Pending' },
    { value: 'paid', label: 'Paid' },
    { value: 'failed', label: 'Failed' },
    { value: 'refunded', label: 'Refunded' },
  ]),
  DIVISION_FILTER,
  {
    key: 'place',
    label: 'Place',
    all: 'All places',
    options: [
      { value: 'paid', label: 'Paid' },
      { value: 'held', label: 'Held, not paid' },
      { value: 'waiting', label: 'On the waitlist' },
      { value: 'released', label: 'Released' },
      { value: 'withdrawn', label: 'Withdrawn' },
      { value: 'ended', label: 'Ended' },
    ],
  },
  {
    key: 'rules',
    label: 'Rules',
    all: 'Kept or broken',
    options: [{ value: 'broken', label: 'Rule broken' }],
  },
  ...REGISTERED_FILTERS,
];

/** That its person withdrew it, and the money that the association has to return itself. */
const Withdrawn = ({ refund, isOwed }: NonNullable<TournamentRegistration['withdrawn']>) => (
  <>
    <Badge>Withdrawn</Badge>
    {isOwed && (
      <>
        {' '}
        <Badge tone="wait">{refund === null ? 'To be returned' : `${formatCents(refund)} to be returned`}</Badge>
      </>
    )}
  </>
);

/** In the words of exports. */
const placeOf = ({ paymentStatus, position, isReleased, withdrawn }: TournamentRegistration): ReactNode => {
  if (withdrawn != null) return <Withdrawn {...withdrawn} />;
  if (paymentStatus === 'refunded') return 'Ended';
  if (position != null) return <Badge tone="wait">{`Waitlist: ${position}`}</Badge>;
  return isReleased === true ? <Badge>Released</Badge> : 'Has a place';
};

const hasNoPlace = ({ position, isReleased, withdrawn }: TournamentRegistration): boolean =>
  position != null || isReleased === true || withdrawn != null;

/** That an entry has no place, or breaks a rule; nothing of most entries. */
const exceptionOf = (row: TournamentRegistration, isOfBroken: boolean): ReactNode => (
  <>
    {hasNoPlace(row) && <> {placeOf(row)}</>}
    {!isOfBroken && row.ruleBroken != null && (
      <>
        {' '}
        <Badge tone="stop" title={row.ruleBroken}>
          Rule broken
        </Badge>
      </>
    )}
  </>
);

interface Shown {
  /** Whether all rows are of one tournament. */
  readonly isOfOne: boolean;
  /** Whether only entries that break a rule are shown: the list then says which one. */
  readonly isOfBroken: boolean;
}

const columnsOf = ({ isOfOne, isOfBroken }: Shown): readonly DataColumn<TournamentRegistration>[] => [
  { key: 'name', header: 'Name', isLong: true, cell: (row) => <RowName>{nameOf(row)}</RowName> },
  { key: 'email', header: 'Email', isLong: true, cell: (row) => <PersonLink email={row.email} /> },
  { key: 'division', header: 'Division', cell: (row) => humanize(row.division) },
  {
    key: 'tournament',
    header: 'Tournament',
    isLong: true,
    isExtra: isOfOne,
    cell: ({ event }) => (event === undefined ? '—' : `${event.title}, ${formatDate(event.datetime, event.timezone)}`),
  },
  {
    key: 'competitions',
    header: 'Competitions',
    isLong: true,
    isExtra: true,
    cell: ({ competitions = [] }) => competitions.join(', '),
  },
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
    // Among all tournaments there is no room for a column that says of most that they have a place.
    cell: (row) => (
      <span className={isOfOne ? undefined : pair['pair']}>
        {(isOfOne || row.withdrawn == null) && (
          <StatusBadge status={row.withdrawn == null ? row.paymentStatus : 'withdrawn'} />
        )}
        {!isOfOne && exceptionOf(row, isOfBroken)}
      </span>
    ),
  },
  {
    key: 'place',
    header: 'Place',
    isExtra: !isOfOne,
    cell: (row) => (
      <>
        {!hasNoPlace(row) && placeOf(row)}
        {exceptionOf(row, isOfBroken)}
      </>
    ),
  },
  {
    key: 'rule',
    header: 'Rule broken',
    isLong: true,
    isExtra: !isOfBroken,
    cell: ({ ruleBroken }) => ruleBroken ?? '—',
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (row) => (row.paymentAmount === null ? '—' : formatCents(row.paymentAmount)),
  },
  { key: 'registered', header: 'Registered', sort: 'registeredAt', cell: (row) => <ShortDate at={row.registeredAt} /> },
];

/** The tournament by which the list is filtered. */
const useChosenTournament = (): ShownEvent | undefined => {
  const [params] = useSearchParams();
  const { data } = useQuery(eventsQuery);
  return data?.find(({ id, type }) => type === 'tournament' && id === params.get('event'));
};

/** With a filter by the competitions of the chosen tournament. */
const useFiltersOf = (event: ShownEvent | undefined): readonly ListFilter[] => {
  const competitions = event?.setup?.competitions;
  return useMemo(
    () =>
      competitions === undefined
        ? FILTERS
        : [
            {
              key: 'competition',
              label: 'Competition',
              all: 'All competitions',
              options: competitions.map(({ id, name }) => ({ value: id, label: name })),
            },
            ...FILTERS,
          ],
    [competitions],
  );
};

const consequences = (row?: TournamentRegistration): string =>
  row === undefined
    ? 'Each person is emailed about it, unless the payment was refunded or the tournament is over. If the tournament has a waitlist, the place goes to the next person on it.'
    : row.paymentStatus === 'refunded'
      ? `${nameOf(row)} is not emailed.`
      : `${nameOf(row)} is emailed about it, unless the tournament is over.${hasNoPlace(row) ? '' : ' If the tournament has a waitlist, the place goes to the next person on it.'}`;

/** All tournament registrations. */
export const TournamentsTab = () => {
  const event = useChosenTournament();
  const isOfBroken = useSearchParams()[0].get('rules') === 'broken';
  const columns = columnsOf({ isOfOne: event !== undefined, isOfBroken });
  const filters = useEventFilters('tournament', useFiltersOf(event));
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
      {event !== undefined && <RosterCountsTable key={event.id} event={event} />}
      <DataList
        source={tournamentList}
        label="Tournament registrations"
        noun={['registration', 'registrations']}
        searchHint="First name, last name or email"
        filters={filters}
        columns={[...columns, deleteColumn<TournamentRegistration>(nameOf, ask, 'registrations:write')]}
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
