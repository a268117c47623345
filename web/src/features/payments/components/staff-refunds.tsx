import type { ShownRefund } from '@lectern/contracts/billing/staff-refund';
import { formatCents } from '@lectern/contracts/money';
import { ShortTime } from '../../../components/console/short-date.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { type Column, Table } from '../../../components/ui/table.tsx';
import styles from './payments.module.css';

const STATUSES = {
  asked: { tone: 'wait', words: 'Waits for Stripe' },
  made: { tone: 'ok', words: 'Made' },
  refused: { tone: 'stop', words: 'Refused' },
} as const;

const COLUMNS: readonly Column<ShownRefund>[] = [
  { key: 'date', header: 'Date', cell: ({ askedAt }) => <ShortTime at={askedAt} /> },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => formatCents(amount) },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, refusal }) => (
      <>
        <Badge tone={STATUSES[status].tone}>{STATUSES[status].words}</Badge>
        {refusal !== null && <p>{refusal}</p>}
      </>
    ),
  },
  { key: 'method', header: 'To', cell: ({ method }) => (method === 'credit' ? 'Credit' : 'Card') },
  { key: 'by', header: 'By', cell: ({ askedBy }) => askedBy ?? 'An administrator whose name is not known' },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason ?? 'Erased with the person' },
];

/** The refunds of a charge that staff made here, newest first. */
export const StaffRefunds = ({ refunds }: { refunds: readonly ShownRefund[] }) => (
  <Stack as="section" gap={3} className={styles['movements']} aria-labelledby="refunds">
    <h2 id="refunds">Refunds by staff</h2>
    <Table caption="Refunds by staff" columns={COLUMNS} rows={refunds} rowKey={({ id }) => id} />
  </Stack>
);
