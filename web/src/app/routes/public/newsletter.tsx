import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { newsletterQuery } from '../../../features/newsletters/api/newsletters.ts';
import { NewsletterEmail } from '../../../features/newsletters/components/newsletter-email.tsx';
import styles from '../../../features/newsletters/components/newsletters.module.css';
import { NextNewsletter } from '../../../features/newsletters/components/next-newsletter.tsx';
import { hasStatus, messageOr } from '../../../lib/api-error.ts';
import { useSnapshot } from '../../../lib/snapshot.ts';
import { PageLoading } from '../../layout/page-loading.tsx';
import NotFound from './not-found.tsx';

/** An email of the newsletter that everybody may read. */
export default function Newsletter() {
  const { id = '' } = useParams();
  const { newsletter: known } = useSnapshot();
  const { data, error, refetch, isFetching } = useQuery(newsletterQuery(id, known));

  // The server answers 400 to a malformed id: no such email either.
  if (hasStatus(error, 404) || hasStatus(error, 400)) return <NotFound />;
  // When the server does not answer, the prerendered text is still worth reading.
  const message = data ?? (known?.id === id ? known : undefined);
  if (message === undefined && error === null) return <PageLoading />;
  return (
    <div className={`page ${styles['page']}`}>
      {message === undefined ? (
        <>
          <PageMeta title="Newsletter" description="The newsletter could not be loaded." isPrivate />
          <PageHeader title="The newsletter could not be loaded" />
          <ErrorState title="Nothing is lost" onRetry={() => void refetch()} retrying={isFetching}>
            {messageOr(error, 'The connection failed. Please try again.')}
          </ErrorState>
        </>
      ) : (
        <NewsletterEmail key={id} message={message} />
      )}
      <NextNewsletter />
    </div>
  );
}
