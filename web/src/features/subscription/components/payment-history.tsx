import type { Payment } from '@lectern/contracts/billing/model';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/ui/badge.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { DownloadIcon } from '../../../components/ui/action-icons.tsx';
import { ExternalLinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState, Notice } from '../../../components/ui/states.tsx';
import { formatDate, formatLongDate } from '../../../lib/format.ts';
import { useMember } from '../../../lib/member-context.ts';
import { paymentsQuery } from '../api/list-payments.ts';
import { paymentLabel, paymentName } from '../labels.ts';
import { formatCents } from '@lectern/contracts/money';
import styles from './payment-history.module.css';

const Row = ({ payment }: { payment: Payment }) => {
  const label = paymentLabel(payment.status);
  const paper = payment.title === null ? 'Invoice' : 'Receipt';
  const isPartRefund = payment.status !== 'refunded' && payment.amountRefunded > 0;
  return (
    <li className={styles['row']}>
      <div className={styles['what']}>
        <span>{paymentName(payment.interval, payment.title)}</span>
        <span className={styles['date']}>
          {formatLongDate(payment.created)}
          {isPartRefund && `, ${formatCents(payment.amountRefunded)} refunded`}
        </span>
      </div>
      <div className={styles['status']}>
        <Badge tone={label.tone}>{label.text}</Badge>
      </div>
      <span className={styles['amount']}>{formatCents(payment.amount)}</span>
      <div className={styles['invoice']}>
        {payment.invoice_url !== null && (
          <ExternalLinkButton
            href={payment.invoice_url}
            size="small"
            variant="quiet"
            aria-label={`Download ${paper.toLowerCase()} of ${formatDate(payment.created)}`}
          >
            <DownloadIcon />
            {paper}
          </ExternalLinkButton>
        )}
      </div>
    </li>
  );
};

export const PaymentHistory = () => {
  const { user } = useMember();
  const { data, isPending, isError, isFetching, refetch } = useQuery(paymentsQuery);
  return (
    <Card title="Payment History">
      {isPending ? (
        <Skeleton lines={3} label="Loading your payments" />
      ) : isError ? (
        <ErrorState title="Your payments could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />
      ) : data.length === 0 ? (
        <EmptyState title="No Payment History">Your payments and their invoices appear here.</EmptyState>
      ) : (
        <>
          {!user.isEmailVerified && data.some(({ invoice_url: url }) => url === null) && (
            <Notice>Confirm your email in your account settings to see your invoices.</Notice>
          )}
          <ul className={styles['list']}>
            {data.map((payment) => (
              <Row key={payment.id} payment={payment} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
};
