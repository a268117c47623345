import type { ListedPayment } from '@lectern/contracts/billing/listed-payment';
import { formatCents } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { May } from '../../../components/console/may.tsx';
import { NewTab } from '../../../components/console/new-tab.tsx';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { useSectionTitle } from '../../../components/console/section-title.ts';
import { ShortTime } from '../../../components/console/short-date.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stat, Stats } from '../../../components/ui/stat.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { hasStatus } from '../../../lib/api-error.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { paymentQuery } from '../api/payments.ts';
import { KIND_WORDS, kindOf, methodOf, purposeOf } from '../payment-words.ts';
import { OfflineRecords } from './offline-records.tsx';
import { ReceiptButton } from './receipt-button.tsx';
import { RefundPayment } from './refund-payment.tsx';
import { StaffRefunds } from './staff-refunds.tsx';
import { KindBadge } from './kind-badge.tsx';
import styles from './payments.module.css';

/** The provider's days begin and end by UTC. */
const STRIPE_ZONE = 'UTC';

const sum = (movements: readonly ListedPayment[], of: (movement: ListedPayment) => number): number =>
  movements.reduce((total, movement) => total + of(movement), 0);

interface Detail {
  readonly label: string;
  readonly value: ReactNode;
}

const detailsOf = (payment: ListedPayment): readonly Detail[] => {
  const { person, isOurs, kind, createdAt, reference } = payment;
  const isOffline = kind === 'offline';
  return [
    {
      label: 'Person',
      value:
        person === null ? (
          isOurs ? (
            'Erased'
          ) : (
            'Not known'
          )
        ) : (
          <>
            {person.name !== null && <>{person.name}, </>}
            <PersonLink email={person.email} />
          </>
        ),
    },
    { label: 'For', value: purposeOf(payment) },
    isOffline
      ? { label: payment.amount > 0 ? 'Received on' : 'Undone on', value: formatDate(createdAt) }
      : { label: 'Date', value: formatDateTime(createdAt) },
    { label: 'Method', value: methodOf(payment) },
    ...(isOffline
      ? [
          { label: 'Reference', value: <span className="breakable">{reference ?? '—'}</span> },
          { label: 'Through Stripe', value: 'No: recorded by staff' },
        ]
      : ofStripe(payment)),
  ];
};

/** Only movements at Stripe have these. */
const ofStripe = ({ kind, availableOn, chargeId, payoutId }: ListedPayment): readonly Detail[] => [
  { label: kind === 'payout' ? 'Arrives' : 'Can be paid out', value: formatDate(availableOn, STRIPE_ZONE) },
  {
    label: 'Payout',
    value:
      payoutId === null ? (
        'Not paid out yet'
      ) : (
        <Link className="breakable" to={adminSectionPath('payments', { q: payoutId })}>
          {payoutId}
        </Link>
      ),
  },
  ...(chargeId === null ? [] : [{ label: 'Charge at Stripe', value: <span className="breakable">{chargeId}</span> }]),
];

const columnsFor = (shown: string): readonly Column<ListedPayment>[] => [
  { key: 'date', header: 'Date', cell: ({ createdAt }) => <ShortTime at={createdAt} /> },
  {
    key: 'kind',
    header: 'Kind',
    cell: (movement) =>
      movement.id === shown ? (
        <KindBadge payment={movement} />
      ) : (
        <Link to={adminSectionPath('payments', { id: movement.id })}>{KIND_WORDS[movement.kind].one}</Link>
      ),
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => formatCents(amount) },
  { key: 'fee', header: 'Fee', align: 'end', cell: ({ fee }) => (fee === 0 ? '—' : formatCents(fee)) },
  { key: 'net', header: 'Net', align: 'end', cell: ({ net }) => formatCents(net) },
];

/** The association's part of a charge, in words. */
const remainderOf = (movements: readonly ListedPayment[]): string => {
  const [net, fees] = [sum(movements, (movement) => movement.net), sum(movements, ({ fee }) => fee)];
  return net < 0
    ? `This charge cost the association ${formatCents(-net)}, with ${formatCents(fees)} of fees.`
    : `Of this charge, ${formatCents(net)} remain after ${formatCents(fees)} of fees.`;
};

/** A movement of the balance, with all movements of the same charge. */
export const PaymentView = ({ id }: { id: string }) => {
  const { data, isPending, error, isFetching, refetch } = useQuery(paymentQuery(id));
  const payment = data?.payment;
  useSectionTitle(payment === undefined ? null : `${kindOf(payment)} of ${formatCents(Math.abs(payment.amount))}`);
  if (isPending) return <Skeleton lines={8} label="Loading the payment" />;
  if (data === undefined || payment === undefined)
    return hasStatus(error, 404) || hasStatus(error, 400) ? (
      <EmptyState
        title="There is no such payment"
        actions={<Link to={adminSectionPath('payments')}>All payments</Link>}
      >
        Stripe’s ledger, as far as it was read, has no movement with this id.
      </EmptyState>
    ) : (
      <ErrorState title="The payment could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {error?.message}
      </ErrorState>
    );
  const { movements, url, refundable, refunds } = data;
  const isOffline = payment.kind === 'offline';
  return (
    <Stack gap={5}>
      <Stats>
        <Stat label="Amount" value={formatCents(payment.amount)} note={<KindBadge payment={payment} />} />
        {!isOffline && <Stat label="Stripe’s fee" value={formatCents(payment.fee)} />}
        {!isOffline && <Stat label="Net" value={formatCents(payment.net)} />}
        {payment.kind === 'charge' && <Stat label="Refunded" value={formatCents(payment.refunded)} />}
      </Stats>
      <dl className={styles['details']}>
        {detailsOf(payment).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {(payment.isOurs || payment.receiptUrl !== null || url !== null || refundable !== null) && (
        <Actions>
          {refundable !== null && payment.kind === 'charge' && (
            <May permission="payments:refund">
              <RefundPayment payment={payment} refundable={refundable} />
            </May>
          )}
          {payment.isOurs && <ReceiptButton id={payment.id} />}
          {payment.receiptUrl !== null && <NewTab href={payment.receiptUrl}>Receipt at Stripe</NewTab>}
          {url !== null && <NewTab href={url}>Open in Stripe</NewTab>}
        </Actions>
      )}
      {refunds.length > 0 && <StaffRefunds refunds={refunds} />}
      {isOffline && <OfflineRecords id={payment.id} title={payment.title} />}
      {!isOffline && movements.length > 1 && (
        <Stack as="section" gap={3} className={styles['movements']} aria-labelledby="movements">
          <h2 id="movements">All movements of this charge</h2>
          <Table
            caption="All movements of this charge"
            columns={columnsFor(id)}
            rows={movements}
            rowKey={(row) => row.id}
          />
          <p>{remainderOf(movements)}</p>
        </Stack>
      )}
    </Stack>
  );
};
