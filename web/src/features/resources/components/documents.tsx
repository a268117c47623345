import type { DocumentListing } from '@lectern/contracts/content/model';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Section } from '../../../components/page/section.tsx';
import { DownloadIcon } from '../../../components/ui/icons.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { linkTo, pathTo } from '../../../config/paths.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { documentPath } from '../document-path.ts';
import { documentsQuery } from '../api/list-documents.ts';
import styles from './documents.module.css';

const sizeOf = ({ pages, bytes }: DocumentListing): string =>
  `PDF, ${pages === 1 ? '1 page' : `${pages} pages`}, ${Math.max(1, Math.round(bytes / 1000))} KB`;

const Row = ({ document }: { document: DocumentListing }) => (
  <li className={styles['row']}>
    <div className={styles['words']}>
      <h3>{document.title}</h3>
      <p>{document.description}</p>
    </div>
    <p className={styles['size']}>{sizeOf(document)}</p>
    {document.access === 'public' ? (
      <a className={styles['get']} href={documentPath(document.key)} aria-label={`Download ${document.title}`}>
        <DownloadIcon />
        Download
      </a>
    ) : (
      <p className={styles['get']}>
        <Link to={linkTo('memberResources') ?? pathTo('login')}>For members</Link>
      </p>
    )}
  </li>
);

/** What one can take away and print. Members' documents are named, so that everybody sees what there is. */
export const Documents = () => {
  const { data, error, refetch, isFetching } = useQuery(documentsQuery);
  return (
    <Section title="To print and take along" anchor="documents" lead="Sheets, guides and rules as PDF. Spill coffee on them; that is what they are for.">
      <div className={styles['documents']}>
        {data !== undefined ? (
          <ul className={styles['list']}>
            {data.map((document) => (
              <Row key={document.key} document={document} />
            ))}
          </ul>
        ) : error === null ? (
          <Skeleton lines={6} label="Loading documents" />
        ) : (
          <ErrorState title="The list of documents did not come" onRetry={() => void refetch()} retrying={isFetching}>
            {messageOr(error, 'The connection failed. Please try again.')}
          </ErrorState>
        )}
      </div>
    </Section>
  );
};
