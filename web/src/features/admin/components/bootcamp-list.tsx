import type { BootcampRegistration } from '@lectern/contracts/registrations/admin-model';
import { useState } from 'react';
import { Badge } from '../../../components/ui/badge.tsx';
import type { Column } from '../../../components/ui/table.tsx';
import { formatDate, formatDateTime, humanize } from '../../../lib/format.ts';
import { bootcampList, removeBootcampRegistration } from '../api/bootcamp.ts';
import { aftermathOf, BOOTCAMP_FILTERS, paymentOf, standingLabel, STANDINGS } from '../bootcamp-view.ts';
import { AdminList } from './admin-list.tsx';
import { deleteColumn } from './delete-column.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './events.module.css';
import { PersonLink } from './person-link.tsx';

const nameOf = ({ firstName, lastName }: BootcampRegistration) => `${firstName} ${lastName}`;

const columns = (onDelete: (row: BootcampRegistration) => void): readonly Column<BootcampRegistration>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: (row) => (
      <span className={styles['pair']}>
        <span className={styles['name']}>{nameOf(row)}</span>
        <span className={styles['small']}>
          <PersonLink email={row.email} />
        </span>
      </span>
    ),
  },
  {
    key: 'run',
    header: 'Bootcamp',
    cell: (row) => (
      <span className={styles['pair']}>
        {row.eventTitle}
        <span className={styles['small']}>from {formatDate(row.eventBegins)}</span>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => (
      <span className={styles['pair']}>
        <span>
          <Badge tone={STANDINGS[row.standing].tone}>{standingLabel(row)}</Badge>
        </span>
        {row.offeredUntil !== null && <span className={styles['small']}>until {formatDateTime(row.offeredUntil)}</span>}
      </span>
    ),
  },
  { key: 'payment', header: 'Payment', cell: paymentOf },
  {
    key: 'about',
    header: 'About',
    cell: (row) => (
      <span className={styles['pair']}>
        {humanize(row.experienceLevel)}
        {row.goals !== null && <span className={styles['small']}>{row.goals}</span>}
        {row.specialRequests !== null && <span className={styles['small']}>Asks for: {row.specialRequests}</span>}
      </span>
    ),
  },
  { key: 'registered', header: 'Registered', cell: (row) => formatDate(row.registeredAt) },
  deleteColumn(nameOf, onDelete),
];

/** Everybody's bootcamp registration. */
export const BootcampList = () => {
  const [leaving, setLeaving] = useState<BootcampRegistration | null>(null);
  return (
    <>
      <AdminList
        source={bootcampList}
        label="Bootcamp registrations"
        noun={['registration', 'registrations']}
        searchHint="First name, last name or email"
        filters={BOOTCAMP_FILTERS}
        columns={columns(setLeaving)}
        whenEmpty="Registrations appear here as soon as somebody asks for a place in a bootcamp."
      />
      <DeleteDialog
        id={leaving?.id ?? null}
        name={leaving === null ? '' : nameOf(leaving)}
        remove={removeBootcampRegistration}
        done="Registration deleted"
        failed={{ title: 'Error deleting registration', description: 'Failed to delete registration' }}
        onClose={() => setLeaving(null)}
      >
        {leaving !== null && (
          <>
            <p>
              The registration of {nameOf(leaving)} ({leaving.email}) for {leaving.eventTitle} goes from the list. A place that it had goes to whoever waits longest.
            </p>
            <p>{aftermathOf(leaving)}</p>
          </>
        )}
      </DeleteDialog>
    </>
  );
};
