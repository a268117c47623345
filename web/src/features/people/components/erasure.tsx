import type { PersonPart } from '@lectern/contracts/system/people-http';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Badge } from '../../../components/ui/badge.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { hasStatus } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { erasureQuery } from '../api/personal-data.ts';
import styles from './person.module.css';

const PARTS: readonly { part: PersonPart; label: string }[] = [
  { part: 'account', label: 'Account, tags and notes of staff' },
  { part: 'payments', label: 'Payments' },
  { part: 'registrations', label: 'Registrations' },
  { part: 'mail', label: 'Emails, messages and newsletter' },
];

/** How far the erasure of a person is. Its address has nothing of the person. */
export const Erasure = ({ id }: { id: string }) => {
  const known = useQuery(erasureQuery(id));
  const back = <Link to={adminSectionPath('people')}>All people</Link>;
  if (known.isPending) return <Skeleton lines={6} label="Loading the erasure" />;
  if (known.data === undefined)
    return hasStatus(known.error, 404) ? (
      <EmptyState title="No such erasure" actions={back}>
        Nobody was erased under this number.
      </EmptyState>
    ) : (
      <ErrorState title="The page could not be loaded" onRetry={() => void known.refetch()} retrying={known.isFetching}>
        {known.error?.message}
      </ErrorState>
    );
  const { erasedAt, waitingFor } = known.data;
  return (
    <Stack gap={6}>
      <p>{back}</p>
      <section className={styles['card']} aria-labelledby="erasure-title">
        <Stack gap={3}>
          <h2 id="erasure-title">{waitingFor.length === 0 ? 'Person erased' : 'Erasing the person'}</h2>
          <p role="status">
            {waitingFor.length === 0
              ? `Every part of the system confirmed the erasure of ${formatDateTime(erasedAt)}.`
              : 'A part that is not available right now erases its data as soon as it runs again. You can leave this page.'}
          </p>
        </Stack>
        <dl className={styles['details']}>
          {PARTS.map(({ part, label }) => (
            <div key={part}>
              <dt>{label}</dt>
              <dd>
                {waitingFor.includes(part) ? <Badge tone="wait">Waiting</Badge> : <Badge tone="ok">Erased</Badge>}
              </dd>
            </div>
          ))}
        </dl>
        <p>
          The payment provider deletes the customer within minutes. Backups keep their contents until they are replaced.
        </p>
      </section>
    </Stack>
  );
};
