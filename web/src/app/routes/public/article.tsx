import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { JsonLd } from '../../../components/ui/json-ld.tsx';
import { PageMeta } from '../../../components/ui/page-meta.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { articlePath } from '../../../config/paths.ts';
import { postQuery } from '../../../features/resources/api/read-post.ts';
import { articleData } from '../../../features/resources/article-data.ts';
import { ArticlePage } from '../../../features/resources/components/article-page.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { hasStatus, messageOr } from '../../../lib/api-error.ts';
import { useSnapshot } from '../../../lib/snapshot.ts';
import { PageLoading } from '../../layout/page-loading.tsx';
import NotFound from './not-found.tsx';
import styles from './article.module.css';

const Failed = ({ error, onRetry, retrying }: { error: unknown; onRetry: () => void; retrying: boolean }) => (
  <div className={`page ${styles['failed']}`}>
    <PageMeta title="Article" description="The article could not be loaded." isPrivate />
    <h1>The article could not be loaded</h1>
    <ErrorState title="Nothing is lost" onRetry={onRetry} retrying={retrying}>
      {messageOr(error, 'The connection failed. Please try again.')}
    </ErrorState>
  </div>
);

export default function ArticleRoute() {
  const association = useAssociation();
  const { slug = '' } = useParams();
  const { article: known } = useSnapshot();
  const { data, error, refetch, isFetching } = useQuery(postQuery(slug, known));

  if (hasStatus(error, 404)) return <NotFound />;
  // When the server does not answer, the prerendered text is still worth reading.
  const article = data ?? (known?.slug === slug ? known : undefined);
  if (article === undefined)
    return error === null ? (
      <PageLoading />
    ) : (
      <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
    );
  return (
    <>
      <PageMeta
        title={article.metaTitle ?? article.title}
        description={article.metaDescription ?? article.excerpt}
        path={articlePath(article.slug)}
        card={article.slug}
        type="article"
      />
      <JsonLd data={articleData(association, article)} />
      <ArticlePage key={article.slug} article={article} />
    </>
  );
}
