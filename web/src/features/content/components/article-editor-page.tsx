import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { hasStatus } from '../../../lib/api-error.ts';
import { articleQuery } from '../api/articles.ts';
import { ArticleEditor } from './article-editor.tsx';

const NEW = 'new';

/** The editor of a new article, or of an existing one after it has loaded. */
export const ArticleEditorPage = ({ id }: { id: string }) => {
  const { data, error, refetch, isFetching } = useQuery({ ...articleQuery(id), enabled: id !== NEW });
  if (id === NEW) return <ArticleEditor article={null} />;
  if (data !== undefined) return <ArticleEditor article={data} />;
  if (error === null) return <Skeleton lines={8} label="Loading the article" />;
  // The server refuses a malformed article id with 400.
  if (hasStatus(error, 404) || hasStatus(error, 400))
    return (
      <EmptyState
        title="There is no such article"
        actions={<LinkButton to={adminSectionPath('articles')}>All articles</LinkButton>}
      >
        It may have been deleted.
      </EmptyState>
    );
  return (
    <ErrorState title="The article could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
      {error.message}
    </ErrorState>
  );
};
