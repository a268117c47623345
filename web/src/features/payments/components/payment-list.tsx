import type { ListedPayment } from '@lectern/contracts/billing/listed-payment';
import { formatCents } from '@lectern/contracts/money';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { NewTab } from '../../../components/console/new-tab.tsx';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { ShortDate } from '../../../components/console/short-date.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { paymentList } from '../api/payments.ts';
import { PAYMENT_SHAPE } from '../payment-filters.ts';
import { kindOf, methodOf, purposeOf } from '../payment-words.ts';
import { KindBadge } from './kind-badge.tsx';
import { PaymentTotals } from './payment-totals.tsx';

const pageOf = ({ id }: ListedPayment): string => adminSectionPath('payments', { id });

const COLUMNS: readonly DataColumn<ListedPayment>[] = [
  {
    key: 'date',
    header: 'Date',
    sort: 'createdAt',
    cell: (payment) => (
      <RowName to={pageOf(payment)}>
        <ShortDate at={payment.createdAt} />
      </RowName>
    ),
  },
  { key: 'kind', header: 'Kind', cell: (payment) => <KindBadge payment={payment} /> },
  {
    key: 'person',
    header: 'Person',
    isLong: true,
    cell: ({ person }) =>
      person === null ? '—' : <PersonLink email={person.email}>{person.name ?? person.email}</PersonLink>,
  },
  {
    key: 'email',
    header: 'Email',
    isLong: true,
    isExtra: true,
    cell: ({ person }) => (person === null ? '—' : <PersonLink email={person.email} />),
  },
  { key: 'purpose', header: 'For', isLong: true, cell: purposeOf },
  { key: 'method', header: 'Method', isExtra: true, cell: methodOf },
  { key: 'reference', header: 'Reference', isExtra: true, cell: ({ reference }) => reference ?? '—' },
  { key: 'amount', header: 'Amount', align: 'end', sort: 'amount', cell: ({ amount }) => formatCents(amount) },
  { key: 'fee', header: 'Fee', align: 'end', cell: ({ fee }) => (fee === 0 ? '—' : formatCents(fee)) },
  {
    key: 'net',
    header: 'Net',
    align: 'end',
    // Money that never is at Stripe has no part in its balance.
    cell: ({ kind, net }) => (kind === 'offline' ? '—' : formatCents(net)),
  },
  {
    key: 'refunded',
    header: 'Refunded',
    align: 'end',
    cell: ({ refunded }) => (refunded === 0 ? '—' : formatCents(refunded)),
  },
  {
    key: 'receipt',
    header: 'Receipt',
    isExtra: true,
    cell: ({ receiptUrl }) => (receiptUrl === null ? '—' : <NewTab href={receiptUrl}>Receipt</NewTab>),
  },
];

const ORDERS = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: '-amount', label: 'Largest amount first' },
  { value: 'amount', label: 'Smallest amount first' },
] as const;

/** Every movement of the association's balance, as Stripe's ledger has it, and what staff recorded, with the sums of the view. */
export const PaymentList = () => (
  <Stack gap={5}>
    <PaymentTotals />
    <DataList
      source={paymentList}
      label="Payments"
      noun={['movement', 'movements']}
      searchHint="Name, email address or Stripe id"
      filters={PAYMENT_SHAPE.filters}
      columns={COLUMNS}
      orders={ORDERS}
      rowName={(payment) => `${kindOf(payment).toLowerCase()} of ${formatCents(payment.amount)}`}
      rowPage={pageOf}
      whenEmpty="Charges, refunds and disputes appear here within seconds."
      whenNotFound="A search finds parts of a name or an email address, and whole ids of Stripe."
    />
  </Stack>
);
