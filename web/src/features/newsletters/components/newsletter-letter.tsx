import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ArticleText } from '../../../components/articles/article-text.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { association } from '../../../config/association.ts';
import { pathTo } from '../../../config/paths.ts';
import { hasStatus, messageOr } from '../../../lib/api-error.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { newsletterQuery } from '../api/newsletters.ts';
import styles from './newsletters.module.css';

/** A letter as it was sent, for whoever reads it here. */
export const NewsletterLetter = ({ id }: { id: string }) => {
  const { data, error, refetch, isFetching } = useQuery(newsletterQuery(id));
  const isGone = hasStatus(error, 404) || hasStatus(error, 400);
  return (
    <>
      <PageMeta title={data?.subject ?? 'Newsletter'} description={`A newsletter of ${association.name}.`} isPrivate={data === undefined} />
      <PageHeader
        over={<Link to={pathTo('newsletters')}>All newsletters</Link>}
        title={data?.title ?? (isGone ? 'This newsletter is not here' : 'Newsletter')}
        lead={data !== undefined && <time dateTime={data.sentAt}>{`Sent on ${formatLongDate(data.sentAt)}`}</time>}
      />
      {data !== undefined && (
        <article className={styles['letter']}>
          <ArticleText html={data.html} />
        </article>
      )}
      {data === undefined && error === null && <Skeleton lines={8} label="Loading the newsletter" />}
      {isGone && <p>It may not be public any more, or its address is not whole.</p>}
      {data === undefined && error !== null && !isGone && (
        <ErrorState title="The newsletter did not come" onRetry={() => void refetch()} retrying={isFetching}>
          {messageOr(error, 'The connection failed. Please try again.')}
        </ErrorState>
      )}
    </>
  );
};
