import type { PersonPart } from '@lectern/contracts/system/people-http';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { hasStatus } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { mergeQuery } from '../api/merge.ts';
import styles from './person.module.css';

const PARTS: readonly { part: PersonPart; label: string }[] = [
  { part: 'account', label: 'Tags and notes of staff' },
  { part: 'payments', label: 'Payments' },
  { part: 'registrations', label: 'Registrations' },
  { part: 'mail', label: 'Emails, messages and newsletter' },
];

/** How far a merge is. `email`: of the person who stays. */
export const MergeProgress = ({ id, email }: { id: string; email: string }) => {
  const known = useQuery(mergeQuery(id));
  const back = <Link to={adminSectionPath('people')}>All people</Link>;
  if (known.isPending) return <Skeleton lines={6} label="Loading the merge" />;
  if (known.data === undefined)
    return hasStatus(known.error, 404) ? (
      <EmptyState title="No such merge" actions={back}>
        Nobody was merged under this number, or the person was erased since.
      </EmptyState>
    ) : (
      <ErrorState title="The page could not be loaded" onRetry={() => void known.refetch()} retrying={known.isFetching}>
        {known.error?.message}
      </ErrorState>
    );
  const { mergedAt, waitingFor } = known.data;
  const isDone = waitingFor.length === 0;
  return (
    <Stack gap={6}>
      <p>{back}</p>
      <section className={styles['card']} aria-labelledby="merge-title">
        <Stack gap={3}>
          <h2 id="merge-title">{isDone ? 'People merged' : 'Merging the people'}</h2>
          <p role="status">
            {isDone
              ? `Every part of the system confirmed the merge of ${formatDateTime(mergedAt)}.`
              : 'A part that is not available right now moves its records as soon as it runs again. You can leave this page.'}
          </p>
        </Stack>
        <dl className={styles['details']}>
          {PARTS.map(({ part, label }) => (
            <div key={part}>
              <dt>{label}</dt>
              <dd>{waitingFor.includes(part) ? <Badge tone="wait">Waiting</Badge> : <Badge tone="ok">Moved</Badge>}</dd>
            </div>
          ))}
        </dl>
        {email !== '' && (
          <p>
            Everything is now kept under <PersonLink email={email} />.
          </p>
        )}
      </section>
    </Stack>
  );
};
