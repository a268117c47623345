import { useQuery } from '@tanstack/react-query';
import { AnnouncementList } from '../../../components/announcements/announcement-list.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { announcementsQuery } from '../api/list-announcements.ts';
import styles from './announcements-card.module.css';

/** Latest Updates & Announcements (specification, section 2, "Member dashboard"). */
export const AnnouncementsCard = () => {
  const { data, error, refetch, isFetching } = useQuery(announcementsQuery);
  return (
    <Card title="Latest Updates & Announcements">
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} label="Loading announcements" />
        ) : (
          <ErrorState title="Announcements could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
            {messageOr(error, 'The connection failed. Please try again.')}
          </ErrorState>
        )
      ) : data.length === 0 ? (
        <p>There is nothing new at the moment.</p>
      ) : (
        <AnnouncementList announcements={data} className={styles['items']} />
      )}
    </Card>
  );
};
