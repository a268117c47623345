import type { EventRoster, RosterCounts, RosterRow, ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { DIVISIONS } from '@lectern/contracts/registrations/competition-rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { type Column, Table } from '../../../components/ui/table.tsx';
import { formatCount } from '../../../lib/format.ts';
import { rosterQuery } from '../api/tournaments.ts';
import styles from './roster-counts.module.css';

const left = (places: number | null): string => (places === null ? 'No limit' : formatCount(places));

/** "12 entered, 10 paid, 2 waiting, 1 withdrawn" */
const words = ({ entered, paid, waiting, withdrawn = 0 }: RosterCounts): string =>
  entered + waiting + withdrawn === 0
    ? '—'
    : [
        `${formatCount(entered)} entered`,
        `${formatCount(paid)} paid`,
        ...(waiting === 0 ? [] : [`${formatCount(waiting)} waiting`]),
        ...(withdrawn === 0 ? [] : [`${formatCount(withdrawn)} withdrawn`]),
      ].join(', ');

/** The list with one competition alone. */
const Competition = ({ id, name }: Pick<RosterRow, 'id' | 'name'>) => {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  if (id === null) next.delete('competition');
  else next.set('competition', id);
  return (
    <Link to={`?${next}`} replace>
      {id === null ? 'All entries' : name}
    </Link>
  );
};

const columnsOf = ({ divisionPlacesLeft }: EventRoster): readonly Column<RosterRow>[] => [
  { key: 'competition', header: 'Competition', cell: (row) => <Competition {...row} /> },
  ...(['development', 'professional'] as const).map((division) => ({
    key: division,
    header: DIVISIONS[division],
    cell: ({ id, ...row }: RosterRow) => {
      const limit = divisionPlacesLeft[division];
      const counts = words(row[division]);
      return id !== null || limit === null ? counts : `${counts}, ${formatCount(limit)} left`;
    },
  })),
  { key: 'left', header: 'Places left', align: 'end' as const, cell: ({ placesLeft }) => left(placesLeft) },
];

const Counts = ({ event }: { event: ShownEvent }) => {
  const { data, isError, isFetching, refetch } = useQuery(rosterQuery(event.id));
  if (isError)
    return <ErrorState title="The numbers could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined)
    return <Skeleton lines={(event.setup?.competitions.length ?? 0) + 2} label="Loading the numbers" />;
  return (
    <Table
      caption="Entries by competition and division"
      columns={columnsOf(data)}
      rows={data.rows}
      rowKey={({ id }) => id ?? ''}
    />
  );
};

/** How many people a tournament has, by competition and division. Folded on a phone, where it is as long as the list. */
export const RosterCountsTable = ({ event }: { event: ShownEvent }) => {
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 48rem)').matches);
  return (
    <details className={styles['roster']} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles['summary']}>Entries by competition and division</summary>
      {isOpen && <Counts event={event} />}
    </details>
  );
};
