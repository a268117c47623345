import type { ShownOfflineRecord } from '@lectern/contracts/billing/offline-payment';
import { formatCents } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { May } from '../../../components/console/may.tsx';
import { ShortTime } from '../../../components/console/short-date.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { type Column, Table } from '../../../components/ui/table.tsx';
import { offlineRecordsQuery } from '../api/offline-payments.ts';
import styles from './payments.module.css';
import { UndoPayment } from './undo-payment.tsx';

const byOf = ({ recordedBy, isAutomatic }: ShownOfflineRecord): string =>
  isAutomatic ? 'Automatically: its place was gone' : (recordedBy ?? 'An administrator whose name is not known');

const COLUMNS: readonly Column<ShownOfflineRecord>[] = [
  { key: 'date', header: 'Recorded', cell: ({ recordedAt }) => <ShortTime at={recordedAt} /> },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => formatCents(amount) },
  { key: 'by', header: 'By', cell: byOf },
  { key: 'note', header: 'Note or reason', cell: ({ note }) => note ?? '—' },
];

/** An offline payment as staff recorded it, with the record that undid it, and the button that undoes it. */
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
  const [payment] = records;
  return (
    <Stack as="section" gap={3} className={styles['movements']} aria-labelledby="records">
      <h2 id="records">Recorded by staff</h2>
      <Table caption="Recorded by staff" columns={COLUMNS} rows={records} rowKey={({ id: key }) => key} />
      {records.length === 1 && payment !== undefined && (
        <May permission="payments:record">
          <Actions>
            <UndoPayment payment={payment} title={title} />
          </Actions>
        </May>
      )}
    </Stack>
  );
};
