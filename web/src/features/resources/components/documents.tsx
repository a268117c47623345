import type { PublicSiteTexts } from '@lectern/contracts/content/public-site-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { DocumentLink, DocumentList, DocumentRow } from '../../../components/documents/document-row.tsx';
import { documentsQuery } from '../../../components/documents/list-documents.ts';
import { Section } from '../../../components/page/section.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { messageOr } from '../../../lib/api-error.ts';
import styles from './documents.module.css';

/** The documents to download and print. Visitors see the names of members' documents, too. */
export const Documents = ({ title, lead }: PublicSiteTexts['resourcesPage']['documents']) => {
  const { data, error, refetch, isFetching } = useQuery(documentsQuery);
  return (
    <Section title={title} anchor="documents" lead={lead}>
      <div className={styles['documents']}>
        {data !== undefined ? (
          <DocumentList>
            {data.map((document) => (
              <DocumentRow key={document.key} document={document}>
                {document.access === 'public' ? (
                  <DocumentLink document={document} />
                ) : (
                  <Link to={pathTo('memberResources')}>For members</Link>
                )}
              </DocumentRow>
            ))}
          </DocumentList>
        ) : error === null ? (
          <Skeleton lines={6} label="Loading documents" />
        ) : (
          <ErrorState
            title="The list of documents could not be loaded"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {messageOr(error, 'The connection failed. Please try again.')}
          </ErrorState>
        )}
      </div>
    </Section>
  );
};
