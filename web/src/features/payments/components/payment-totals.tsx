import { formatCents } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { readView } from '../../../components/console/list-view.ts';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { cx } from '../../../lib/cx.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { totalsQuery } from '../api/payments.ts';
import { PAYMENT_SHAPE } from '../payment-filters.ts';
import { isOutdated } from '../payment-words.ts';
import styles from './payments.module.css';

/** Says how current the copy of Stripe's ledger is. */
const LastRead = ({ readAt, asOf }: { readAt: string | null; asOf: string }) => {
  if (readAt === null)
    return (
      <p role="status">
        Stripe’s ledger is being read for the first time. Sums are complete once it has been read to its end.
      </p>
    );
  if (isOutdated(readAt, asOf))
    return (
      <p role="status" className={styles['outdated']}>
        Stripe was last read on {formatDateTime(readAt)}. Newer payments are missing here until Stripe answers again;
        none is lost.
      </p>
    );
  return (
    <p className={styles['quiet']}>
      From Stripe’s ledger, last read{' '}
      <time dateTime={readAt} title={formatDateTime(readAt)}>
        {formatAgo(readAt, new Date(asOf))}
      </time>
      . Payouts to the bank are not in the sums.
    </p>
  );
};

const Sum = ({ label, cents }: { label: string; cents: number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{formatCents(cents)}</dd>
  </div>
);

/** The sums of the view that the list below shows. */
export const PaymentTotals = () => {
  const [params] = useSearchParams();
  const view = readView(params, PAYMENT_SHAPE);
  const { data, isPending, isError, error, isFetching, isPlaceholderData, refetch } = useQuery(totalsQuery(view));
  if (isPending) return <Skeleton lines={3} label="Loading the sums" />;
  if (data === undefined)
    return (
      isError && (
        <ErrorState title="The sums could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      )
    );
  const { charged, refunded, disputed, adjusted, fees, net, offline } = data.totals;
  // Payouts move money to the bank, and earn nothing.
  if (view.filters['kind'] === 'payout') return <LastRead readAt={data.readAt} asOf={data.asOf} />;
  return (
    <Stack as="section" gap={3} aria-label="Sums of the payments shown" aria-busy={isPlaceholderData}>
      <dl className={cx(styles['sums'], isPlaceholderData && styles['waiting'])}>
        <Sum label="Charged" cents={charged} />
        <Sum label="Refunded" cents={refunded} />
        {disputed !== 0 && <Sum label="Disputed" cents={disputed} />}
        {adjusted !== 0 && <Sum label="Adjustments" cents={adjusted} />}
        <Sum label="Stripe’s fees" cents={fees === 0 ? 0 : -fees} />
        <Sum label="Net" cents={net} />
        {(offline !== 0 || view.filters['kind'] === 'offline') && <Sum label="Offline, not in Net" cents={offline} />}
      </dl>
      {isError ? (
        <p role="status" className={styles['outdated']}>
          The sums could not be refreshed. Reload the page to try again.
        </p>
      ) : (
        <LastRead readAt={data.readAt} asOf={data.asOf} />
      )}
    </Stack>
  );
};
