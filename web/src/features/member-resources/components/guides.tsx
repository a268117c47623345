import type { DocumentListing } from '@lectern/contracts/content/model';
import { useQuery } from '@tanstack/react-query';
import { DocumentLink, DocumentList, DocumentRow } from '../../../components/documents/document-row.tsx';
import { documentsQuery } from '../../../components/documents/list-documents.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { MembersDocumentButton } from './members-document-button.tsx';
import styles from './resources.module.css';

/** The headings of the page, in their order, and what stands below each (specification, section 2). */
const GROUPS = [
  { name: 'Practice Materials', text: 'How a speech is built, how a debate is noted down, and how both are judged.' },
  {
    name: 'Topic Library',
    text: 'Something to speak about this week, and what has changed since last month.',
    membersOnly: true,
  },
  { name: 'Tournament Prep', text: 'The four events, how to enter, and the rules of the day.' },
] as const;

const Group = ({
  name,
  text,
  documents,
  membersOnly = false,
}: {
  name: string;
  text: string;
  documents: DocumentListing[];
  membersOnly?: boolean;
}) => (
  <Stack as="section" gap={3}>
    <div className={styles['head']}>
      <h2>{name}</h2>
      {membersOnly && <Badge>Members only</Badge>}
    </div>
    <p className={styles['lead']}>{text}</p>
    {documents.length === 0 ? (
      <EmptyState title="Nothing here yet">Documents appear here as soon as they are published.</EmptyState>
    ) : (
      <DocumentList>
        {documents.map((document) => (
          <DocumentRow key={document.key} document={document}>
            {document.access === 'public' ? (
              <DocumentLink document={document} />
            ) : (
              <MembersDocumentButton document={document} />
            )}
          </DocumentRow>
        ))}
      </DocumentList>
    )}
  </Stack>
);

export const Guides = () => {
  const { data, error, refetch, isFetching } = useQuery(documentsQuery);
  if (data === undefined && error !== null) {
    return (
      <ErrorState title="The guides could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {messageOr(error, 'The connection failed. Please try again.')}
      </ErrorState>
    );
  }
  return (
    <div className={styles['groups']}>
      {data === undefined
        ? GROUPS.map(({ name }) => <Skeleton key={name} lines={9} label={`Loading ${name}`} />)
        : GROUPS.map((group) => (
            <Group key={group.name} {...group} documents={data.filter((document) => document.group === group.name)} />
          ))}
    </div>
  );
};
