import type { Recording } from '@lectern/contracts/content/model';
import { useQuery } from '@tanstack/react-query';
import { DocumentLink, DocumentList, DocumentRow } from '../../../components/documents/document-row.tsx';
import { documentsQuery } from '../../../components/documents/list-documents.ts';
import { useFilledText } from '../../../components/site-texts/use-page-text.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Cluster, Stack } from '../../../components/ui/layout.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { pathTo } from '../../../config/paths.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { formatLongDate } from '../../../lib/format.ts';
import { isActive, useMember } from '../../../lib/member-context.ts';
import { latestRecordingsQuery } from '../api/list-latest-recordings.ts';
import styles from './resources.module.css';

const Latest = ({ recordings }: { recordings: readonly Recording[] }) =>
  recordings.length === 0 ? (
    <EmptyState title="No recordings yet">They are typically here within a few hours after each session.</EmptyState>
  ) : (
    <ul className={styles['rows']}>
      {recordings.map(({ id, topic, startTime }) => (
        <li key={id} className={styles['row']}>
          <h3>{topic}</h3>
          <p className={styles['small']}>{formatLongDate(startTime)}</p>
        </li>
      ))}
    </ul>
  );

const SessionRecordings = () => {
  const { user } = useMember();
  const { data, error, refetch, isFetching } = useQuery(latestRecordingsQuery);
  return (
    <Stack as="section" gap={3}>
      <div className={styles['head']}>
        <h2>Session Recordings</h2>
        <Badge>Members only</Badge>
      </div>
      <p className={styles['lead']}>Sessions that you missed or would like to watch again. The newest are:</p>
      {data !== undefined ? (
        <Latest recordings={data} />
      ) : error === null ? (
        <Skeleton lines={6} label="Loading recordings" />
      ) : (
        <ErrorState title="The recordings could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {messageOr(error, 'The connection failed. Please try again.')}
        </ErrorState>
      )}
      <Cluster>
        <LinkButton to={pathTo('recordings')} variant={isActive(user) ? 'primary' : 'secondary'}>
          {isActive(user) ? 'Watch Recordings' : 'See All Recordings'}
        </LinkButton>
      </Cluster>
    </Stack>
  );
};

/** The bootcamp's materials: the introduction, free for everybody, and the weeks that come with a registration (specification, section 2). */
const BootcampMaterials = () => {
  const { data } = useQuery(documentsQuery);
  const bootcamp = useFilledText('bootcampPage');
  const introductions = data?.filter(({ group }) => group === 'Bootcamp Materials') ?? [];
  return (
    <Stack as="section" gap={3}>
      <h2>Bootcamp Materials</h2>
      <p className={styles['lead']}>The introduction is free. The four weeks come with the Tournament Prep Bootcamp.</p>
      {introductions.length > 0 && (
        <DocumentList>
          {introductions.map((document) => (
            <DocumentRow key={document.key} document={document}>
              <DocumentLink document={document} />
            </DocumentRow>
          ))}
        </DocumentList>
      )}
      <ul className={styles['rows']}>
        {bootcamp?.weeks.competitions.map(({ name, leaves }, index) => (
          <li key={index} className={styles['row']}>
            <div>
              <h3>Advanced {name}</h3>
              <p className={styles['small']}>You leave with {leaves.charAt(0).toLowerCase() + leaves.slice(1)}.</p>
            </div>
            <LinkButton to={pathTo('bootcampRegistration')} size="small" aria-label={`Register for Advanced ${name}`}>
              Register
            </LinkButton>
          </li>
        ))}
      </ul>
    </Stack>
  );
};

export const Recordings = () => (
  <div className={styles['groups']}>
    <SessionRecordings />
    <BootcampMaterials />
  </div>
);
