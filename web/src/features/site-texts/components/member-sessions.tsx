import type { MemberOfficeHours } from '@lectern/contracts/registrations/office-hours-model';
import { useQuery } from '@tanstack/react-query';
import { May } from '../../../components/console/may.tsx';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { memberSessionsQuery } from '../api/office-hours.ts';
import styles from './site-text-editor.module.css';

const COLUMNS: readonly Column<MemberOfficeHours>[] = [
  { key: 'when', header: 'When', cell: ({ startsAt, timeZone }) => formatDateTime(startsAt, timeZone) },
  {
    key: 'member',
    header: 'Member',
    cell: ({ email, firstName, lastName }) => <PersonLink email={email}>{`${firstName} ${lastName}`}</PersonLink>,
  },
  { key: 'topic', header: 'To work on', cell: ({ topic }) => topic },
  {
    key: 'state',
    header: 'Status',
    cell: ({ isInSchedule }) =>
      isInSchedule ? (
        <Badge tone="ok">Confirmed</Badge>
      ) : (
        <Badge tone="wait">Confirmed, outside the office hours</Badge>
      ),
  },
];

const Sessions = () => {
  const { data, error, refetch, isFetching } = useQuery(memberSessionsQuery);
  return (
    <Stack as="section" gap={4} aria-labelledby="member-sessions">
      <h2 id="member-sessions" className={styles['heading']}>
        Sessions of members
      </h2>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={3} label="Loading the sessions" />
        ) : (
          <ErrorState title="The sessions could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
            {error.message}
          </ErrorState>
        )
      ) : data.length === 0 ? (
        <p>No member has a session now.</p>
      ) : (
        <Table caption="Sessions of members" columns={COLUMNS} rows={data} rowKey={({ id }) => id} />
      )}
    </Stack>
  );
};

/** The sessions that members have, those outside the current office hours marked, for staff who may see people. */
export const MemberSessions = () => (
  <May permission="people:read">
    <Sessions />
  </May>
);
