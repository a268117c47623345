import { formatCents } from '@lectern/contracts/money';
import type { TournamentRegistration } from '@lectern/contracts/registrations/model';
import styles from '../../../components/console/admin-list.module.css';
import { NO_FILTER, type StatusFilter } from '../../../components/console/list-view.ts';
import pair from '../../../components/console/pair.module.css';
import { keptPaymentWords } from '../../../components/console/payment-words.ts';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { RemovableList } from '../../../components/console/removable-list.tsx';
import { Badge, StatusBadge } from '../../../components/ui/badge.tsx';
import type { Column } from '../../../components/ui/table.tsx';
import { formatDate, humanize } from '../../../lib/format.ts';
import { removeEntry, tournamentList } from '../api/tournaments.ts';

const PAYMENT_FILTERS: readonly StatusFilter[] = [
  NO_FILTER,
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Paid' },
  { value: 'failed', label: 'Failed' },
  { value: 'refunded', label: 'Refunded' },
];

const nameOf = ({ firstName, lastName }: TournamentRegistration) => `${firstName} ${lastName}`;

const COLUMNS: readonly Column<TournamentRegistration>[] = [
  { key: 'name', header: 'Name', cell: (row) => <span className={styles['name']}>{nameOf(row)}</span> },
  { key: 'email', header: 'Email', breakable: true, cell: (row) => <PersonLink email={row.email} /> },
  { key: 'division', header: 'Division', cell: (row) => humanize(row.division) },
  {
    key: 'experience',
    header: 'Experience',
    cell: (row) => (row.experienceLevel === null ? '—' : humanize(row.experienceLevel)),
  },
  {
    key: 'payment',
    header: 'Payment',
    cell: (row) => (
      <span className={pair['pair']}>
        <span>
          <StatusBadge status={row.paymentStatus} />
        </span>
        {row.position != null && (
          <span>
            <Badge tone="wait">{`On the waitlist: ${row.position}`}</Badge>
          </span>
        )}
        {row.isReleased === true && (
          <span>
            <Badge>Place released</Badge>
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (row) => (row.paymentAmount === null ? '—' : formatCents(row.paymentAmount)),
  },
  { key: 'registered', header: 'Registered', sort: 'registeredAt', cell: (row) => formatDate(row.registeredAt) },
];

/** All tournament registrations. */
export const TournamentsTab = () => (
  <RemovableList
    source={tournamentList}
    label="Tournament registrations"
    noun={['registration', 'registrations']}
    searchHint="First name, last name or email"
    filters={PAYMENT_FILTERS}
    columns={COLUMNS}
    whenEmpty="Registrations appear here as soon as someone registers for a tournament."
    remove={removeEntry}
    consequences={(row) =>
      row === undefined
        ? 'Each person is emailed about it, unless the payment was refunded or the tournament is over. If the tournament has a waitlist, the place goes to the next person on it.'
        : row.paymentStatus === 'refunded'
          ? `${nameOf(row)} is not emailed.`
          : `${nameOf(row)} is emailed about it, unless the tournament is over.${row.position != null || row.isReleased === true ? '' : ' If the tournament has a waitlist, the place goes to the next person on it.'}`
    }
    keptPayment={({ paymentStatus, paymentAmount }) => (paymentStatus === 'paid' ? (paymentAmount ?? 0) : 0)}
    aftermath={(row) => (
      <>
        <p>
          The tournament registration of {nameOf(row)} (<span className="breakable">{row.email}</span>) is deleted.
        </p>
        <p>{keptPaymentWords(row.paymentStatus, row.paymentAmount ?? 0)}</p>
      </>
    )}
  />
);
