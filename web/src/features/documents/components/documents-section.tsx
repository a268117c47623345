import type { ManagedDocument } from '@lectern/contracts/content/document-http';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Moment } from '../../../components/console/moment.tsx';
import { saverOf } from '../../../components/console/saver-of.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Cluster } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { documentQuery, documentsQuery } from '../api/documents.ts';
import { sizeOf } from '../size-of.ts';
import { DocumentForm } from './document-form.tsx';
import { DocumentHistory } from './document-history.tsx';
import styles from './documents.module.css';

const readersOf = ({ access }: ManagedDocument): string => (access === 'public' ? 'Everybody' : 'Active members');

const columns = (edit: (document: ManagedDocument) => void): readonly Column<ManagedDocument>[] => [
  {
    key: 'title',
    header: 'Document',
    cell: ({ key, title, description }) => (
      <span className={styles['name']}>
        <Link to={adminSectionPath('documents', { document: key })}>{title}</Link>
        <span className={styles['small']}>{description}</span>
      </span>
    ),
  },
  { key: 'readers', header: 'Readers', cell: readersOf },
  { key: 'version', header: 'Version', cell: ({ version }) => version },
  { key: 'size', header: 'Size', cell: sizeOf },
  { key: 'saved', header: 'Last change', cell: ({ savedAt }) => (savedAt === null ? 'None' : <Moment at={savedAt} />) },
  { key: 'by', header: 'By', cell: saverOf },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    cell: (document) => (
      <Button size="small" aria-label={`Edit ${document.title}`} onClick={() => edit(document)}>
        Edit
      </Button>
    ),
  },
];

const DocumentTable = () => {
  const { data, error, refetch, isFetching } = useQuery(documentsQuery);
  const [edited, edit] = useState<ManagedDocument | null>(null);
  return (
    <>
      <p>
        Upload a new version of a document, or change its title and description: readers get it within seconds. Every
        earlier version is kept: open a document to see its history.
      </p>
      {data !== undefined ? (
        <Table caption="Documents" columns={columns(edit)} rows={data} rowKey={({ key }) => key} />
      ) : error !== null ? (
        <ErrorState title="The documents could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton lines={8} label="Loading the documents" />
      )}
      {edited !== null && <DocumentForm document={edited} onClose={() => edit(null)} />}
    </>
  );
};

const DocumentPage = ({ of }: { of: string }) => {
  const { data, error, refetch, isFetching } = useQuery(documentQuery(of));
  const [isEditing, edit] = useState(false);
  if (data === undefined)
    return error === null ? (
      <Skeleton lines={6} label="Loading the document" />
    ) : (
      <ErrorState title="The document could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {error.message}
      </ErrorState>
    );
  return (
    <>
      <div className={styles['name']}>
        <h2 className={styles['heading']}>{data.title}</h2>
        <p>{data.description}</p>
        <Cluster>
          <Badge>{readersOf(data)}</Badge>
          <span className={styles['small']}>
            Version {data.version}, {sizeOf(data)}
          </span>
        </Cluster>
      </div>
      <Actions>
        <Button variant="primary" aria-label={`Edit or replace ${data.title}`} onClick={() => edit(true)}>
          Edit or replace
        </Button>
      </Actions>
      <DocumentHistory document={data} />
      {isEditing && <DocumentForm document={data} onClose={() => edit(false)} />}
    </>
  );
};

/** The documents that readers download, or the one that the URL names: `?document=<key>`. */
export const DocumentsSection = () => {
  const [params] = useSearchParams();
  const key = params.get('document');
  if (key === null) return <DocumentTable />;
  return (
    <>
      <Link to={adminSectionPath('documents')}>All documents</Link>
      <DocumentPage key={key} of={key} />
    </>
  );
};
