import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { newsletterPath } from '../../../config/paths.ts';
import { useAssociation } from '../../../lib/association.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { useSnapshot } from '../../../lib/snapshot.ts';
import { newslettersQuery } from '../api/newsletters.ts';
import styles from './newsletters.module.css';

/** Emails that everybody may read, newest first. */
export const NewsletterList = () => {
  const { timeZone } = useAssociation();
  const { newsletters: known } = useSnapshot();
  const { data, error, refetch, isFetching } = useQuery(newslettersQuery(known));
  if (data === undefined) {
    if (error === null) return <Skeleton lines={5} label="Loading the newsletters" />;
    return (
      <ErrorState title="The newsletters could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {messageOr(error, 'The connection failed. Please try again.')}
      </ErrorState>
    );
  }
  if (data.length === 0)
    return (
      <EmptyState title="No newsletter has been published yet">
        Subscribe, and the next one comes to your mailbox.
      </EmptyState>
    );
  return (
    <ul className={styles['list']}>
      {data.map(({ id, subject, sentAt }) => (
        <li key={id}>
          <time dateTime={sentAt}>{formatLongDate(sentAt, timeZone)}</time>
          <Link to={newsletterPath(id)}>{subject}</Link>
        </li>
      ))}
    </ul>
  );
};
