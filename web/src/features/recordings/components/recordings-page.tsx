import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { EmptyState, ErrorState, Notice } from '../../../components/ui/states.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { formatCount } from '../../../lib/format.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { recordingsQuery } from '../api/list-recordings.ts';
import { byMonth } from '../months.ts';
import { RecordingCard, titleIdOf } from './recording-card.tsx';
import styles from './recordings-page.module.css';

/** As tall as the first recordings, so that nothing moves when they come. */
const Loading = () => (
  <div role="status">
    <p className={styles['month']}>Loading recordings...</p>
    <div aria-hidden="true">
      {Array.from({ length: 5 }, (_card, index) => (
        <div key={index} className={styles['card']}>
          <div className={styles['words']}>
            <div className={styles['ghost']} />
            <div className={styles['ghost']} />
          </div>
        </div>
      ))}
    </div>
  </div>
);

/** Says why the buttons below are disabled, and how to get access. */
const MembersOnly = () => (
  <Notice tone="wait">
    <p>
      <strong>Recordings open with an active membership.</strong> You see what has been recorded; to watch it, join the
      Debate Club. Every recording opens to you immediately, the old ones too.
    </p>
    <p>
      <LinkButton to={pathTo('register')} variant="primary" size="small">
        Join the Debate Club
      </LinkButton>
    </p>
  </Notice>
);

/** The recordings of past sessions, newest first, month by month. */
export const RecordingsPage = () => {
  const association = useAssociation();
  const { user } = useMember();
  const list = useInfiniteQuery(recordingsQuery(isActive(user)));
  const recordings = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages.at(-1)?.total ?? 0;

  // After "show more" the focus goes to the first new recording.
  const count = recordings.length;
  const [shownBefore, setShownBefore] = useState<number | null>(null);
  const firstNew = shownBefore === null ? undefined : recordings[shownBefore]?.id;
  useEffect(() => {
    if (firstNew !== undefined) document.getElementById(titleIdOf(firstNew))?.focus();
  }, [firstNew]);
  const showMore = () => {
    setShownBefore(count);
    void list.fetchNextPage();
  };

  return (
    <div className={styles['page']}>
      {!isActive(user) && <MembersOnly />}
      {list.isPending ? (
        <Loading />
      ) : list.isError && count === 0 ? (
        <ErrorState title="Unable to Load Recordings" onRetry={() => void list.refetch()} retrying={list.isFetching}>
          Check your connection, then try again.
        </ErrorState>
      ) : count === 0 ? (
        <EmptyState title="No Recordings Available">
          Recordings are typically available within a few hours after each session.
        </EmptyState>
      ) : (
        <>
          {byMonth(recordings, association.timeZone).map((month) => (
            <section key={month.name} aria-label={month.name}>
              <h2 className={styles['month']}>{month.name}</h2>
              <ul className={styles['list']}>
                {month.recordings.map((recording) => (
                  <RecordingCard key={recording.id} recording={recording} />
                ))}
              </ul>
            </section>
          ))}
          {list.isFetchNextPageError && (
            <ErrorState
              title="The next recordings could not be loaded"
              onRetry={showMore}
              retrying={list.isFetchingNextPage}
            />
          )}
          <div className={styles['more']}>
            <p role="status">
              {count === total
                ? `${formatCount(total)} ${total === 1 ? 'recording' : 'recordings'}`
                : `${formatCount(count)} of ${formatCount(total)} recordings`}
            </p>
            {list.hasNextPage && !list.isFetchNextPageError && (
              <Button onClick={showMore} busy={list.isFetchingNextPage} busyLabel="Loading recordings...">
                Show more
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
};
