import { May } from '../../../components/console/may.tsx';
import type { LeftOutAddress, TargetAudience } from '@lectern/contracts/messaging/campaign-model';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { audienceQuery, leftOutQuery } from '../api/campaigns.ts';
import { audienceInWords, leftOutLabel } from '../campaign-view.ts';
import styles from './campaign.module.css';

const COLUMNS: readonly Column<LeftOutAddress>[] = [
  { key: 'email', header: 'Email', breakable: true, cell: ({ email }) => <PersonLink email={email} /> },
  { key: 'name', header: 'Name', cell: ({ name }) => name ?? '—' },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => leftOutLabel(reason) },
];

const LeftOut = ({ audience }: { audience: TargetAudience }) => {
  const list = useInfiniteQuery(leftOutQuery(audience));
  if (list.data === undefined)
    return list.isError ? (
      <ErrorState
        title="The people left out could not be loaded"
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      >
        {list.error.message}
      </ErrorState>
    ) : (
      <Skeleton lines={3} label="Loading the people left out" />
    );
  return (
    <>
      <Table
        caption="People left out"
        columns={COLUMNS}
        rows={list.data.pages.flatMap(({ items }) => items)}
        rowKey={({ email }) => email}
      />
      {list.hasNextPage && (
        <Button
          size="small"
          onClick={() => void list.fetchNextPage()}
          busy={list.isFetchingNextPage}
          busyLabel="Loading..."
        >
          Load more
        </Button>
      )}
    </>
  );
};

/** The recipients of a campaign if it were sent now, and the addresses left out with the reasons. */
export const Audience = ({ audience }: { audience: TargetAudience }) => {
  const { data, error, isFetching, refetch } = useQuery(audienceQuery(audience));
  const [isOpen, setOpen] = useState(false);
  if (data === undefined)
    return error === null ? (
      <Skeleton lines={2} label="Counting the audience" />
    ) : (
      <ErrorState title="The audience could not be counted" onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorState>
    );
  const words = audienceInWords(data);
  return (
    <div className={styles['audience']}>
      <p>{words.reached}</p>
      {audience !== 'tournament' && audience !== 'newsletter' && (
        <p>Debate club: active and paused registrations only, not pending, cancelled or deleted ones.</p>
      )}
      {words.leftOut !== '' && (
        <>
          <p>{words.leftOut}</p>
          <May permission="people:read">
            <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
              <summary>People left out</summary>
              {isOpen && <LeftOut audience={audience} />}
            </details>
          </May>
        </>
      )}
    </div>
  );
};
