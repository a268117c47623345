import type { BootcampRegistration } from '@lectern/contracts/registrations/admin-model';
import styles from '../../../components/console/pair.module.css';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { RemovableList } from '../../../components/console/removable-list.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import type { Column } from '../../../components/ui/table.tsx';
import { formatDate, formatDateTime, humanize } from '../../../lib/format.ts';
import { bootcampList, removeBootcampRegistration } from '../api/bootcamp.ts';
import { aftermathOf, BOOTCAMP_FILTERS, consequencesOf, paymentOf, statusLabel, STATUSES } from '../bootcamp-view.ts';

const nameOf = ({ firstName, lastName }: BootcampRegistration) => `${firstName} ${lastName}`;

const COLUMNS: readonly Column<BootcampRegistration>[] = [
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
          <Badge tone={STATUSES[row.status].tone}>{statusLabel(row)}</Badge>
        </span>
        {row.status === 'held' && <span className={styles['small']}>seat held while the payment page is open</span>}
        {row.offeredUntil !== null && <span className={styles['small']}>until {formatDateTime(row.offeredUntil)}</span>}
      </span>
    ),
  },
  { key: 'payment', header: 'Payment', cell: paymentOf },
  {
    key: 'about',
    header: 'Experience and notes',
    cell: (row) => (
      <span className={styles['pair']}>
        {humanize(row.experienceLevel)}
        {row.goals !== null && <span className={styles['small']}>{row.goals}</span>}
        {row.specialRequests !== null && <span className={styles['small']}>Requests: {row.specialRequests}</span>}
      </span>
    ),
  },
  { key: 'registered', header: 'Registered', cell: (row) => formatDate(row.registeredAt) },
];

/** All bootcamp registrations. */
export const BootcampList = () => (
  <RemovableList
    source={bootcampList}
    label="Bootcamp registrations"
    noun={['registration', 'registrations']}
    searchHint="First name, last name or email"
    filters={BOOTCAMP_FILTERS}
    columns={COLUMNS}
    whenEmpty="Registrations appear here as soon as someone registers for a bootcamp."
    remove={removeBootcampRegistration}
    consequences={consequencesOf}
    keptPayment={({ paymentStatus, paymentAmount }) => (paymentStatus === 'paid' ? (paymentAmount ?? 0) : 0)}
    aftermath={(row) => (
      <>
        <p>
          The registration of {nameOf(row)} (<span className="breakable">{row.email}</span>) for {row.eventTitle} is
          removed from the list.
        </p>
        <p>{aftermathOf(row)}</p>
      </>
    )}
  />
);
