import type { ShownOfflineRecord } from '@lectern/contracts/billing/offline-payment';
import { formatCents } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { May } from '../../../components/console/may.tsx';
import { ShortTime } from '../../../components/console/short-date.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { type Column, Table } from '../../../components/ui/table.tsx';
import { formatDate } from '../../../lib/format.ts';
import { offlineRecordsQuery } from '../api/offline-payments.ts';
import { CorrectPayment } from './correct-payment.tsx';
import styles from './payments.module.css';
import { UndoPayment } from './undo-payment.tsx';

const byOf = ({ recordedBy, isAutomatic }: ShownOfflineRecord): string =>
  isAutomatic ? 'Automatically: its place was gone' : (recordedBy ?? 'An administrator whose name is not known');

const COLUMNS: readonly Column<ShownOfflineRecord>[] = [
  { key: 'date', header: 'Recorded', cell: ({ recordedAt }) => <ShortTime at={recordedAt} /> },
  {
    key: 'received',
    header: 'Received',
    cell: ({ amount, receivedAt }) => (amount < 0 ? '—' : formatDate(receivedAt)),
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => formatCents(amount) },
  { key: 'by', header: 'By', cell: byOf },
  { key: 'note', header: 'Note or reason', cell: ({ note }) => note ?? '—' },
];

/** An offline payment as staff recorded it, with its corrections, and the buttons that correct and undo it. */
export const OfflineRecords = ({ id, title }: { id: string; title: string | null }) => {
  const { data, isPending, error, isFetching, refetch } = useQuery(offlineRecordsQuery(id));
  if (isPending) return <Skeleton lines={3} label="Loading the records" />;
  if (data === undefined)
    return (
      <ErrorState title="The records could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {error?.message}
      </ErrorState>
    );
  const { records } = data;
  // A payment that was corrected has a later one; one that was undone is the last.
  const payment = records.findLast(({ amount }) => amount > 0);
  const isUndone = records.filter(({ amount }) => amount > 0).length * 2 === records.length;
  return (
    <Stack as="section" gap={3} className={styles['movements']} aria-labelledby="records">
      <h2 id="records">Recorded by staff</h2>
      <Table caption="Recorded by staff" columns={COLUMNS} rows={records} rowKey={({ id: key }) => key} />
      {payment !== undefined && !isUndone && (
        <May permission="payments:record">
          <Actions>
            <CorrectPayment payment={payment} />
            <UndoPayment payment={payment} title={title} />
          </Actions>
        </May>
      )}
    </Stack>
  );
};
