import type { Payment } from '@lectern/contracts/billing/model';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { DownloadIcon } from '../../../components/ui/action-icons.tsx';
import { ExternalLinkButton } from '../../../components/ui/link-button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState, Notice } from '../../../components/ui/states.tsx';
import { formatDate, formatLongDate } from '../../../lib/format.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { useMember } from '../../../lib/member-context.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../lib/toast-store.ts';
import { downloadReceipt } from '../api/download-receipt.ts';
import { paymentsQuery } from '../api/list-payments.ts';
import { paymentLabel, paymentName } from '../labels.ts';
import { formatCents } from '@lectern/contracts/money';
import styles from './payment-history.module.css';

/** The statuses of payments that were made. */
const PAID = new Set<Payment['status']>(['succeeded', 'refunded', 'disputed']);

const Receipt = ({ payment: { id, created } }: { payment: Payment }) => {
  const { mutate, isPending } = useMutation({
    mutationFn: () => downloadReceipt(id),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName),
    onError: (error) =>
      toast({
        title: 'Download failed',
        description: messageOr(error, 'Unable to download your receipt. Please try again.'),
        variant: 'destructive',
      }),
  });
  return (
    <Button
      size="small"
      variant="quiet"
      busy={isPending}
      aria-label={`Download receipt of ${formatDate(created)}`}
      onClick={() => mutate()}
    >
      <DownloadIcon />
      Receipt
    </Button>
  );
};

const Row = ({ payment, isOwn }: { payment: Payment; isOwn: boolean }) => {
  const label = paymentLabel(payment.status);
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
        {PAID.has(payment.status)
          ? isOwn && <Receipt payment={payment} />
          : payment.invoice_url !== null && (
              <ExternalLinkButton
                href={payment.invoice_url}
                size="small"
                variant="quiet"
                aria-label={`Open invoice of ${formatDate(payment.created)}`}
              >
                <DownloadIcon />
                Invoice
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
            <Notice>Confirm your email in your account settings to see your receipts.</Notice>
          )}
          <ul className={styles['list']}>
            {data.map((payment) => (
              <Row key={payment.id} payment={payment} isOwn={user.isEmailVerified || payment.invoice_url !== null} />
            ))}
          </ul>
        </>
      )}
    </Card>
  );
};
