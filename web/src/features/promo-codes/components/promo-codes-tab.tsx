import { FormDialog } from '../../../components/console/form-dialog.tsx';
import { useMay } from '../../../components/console/use-admin.ts';
import type { PromoCode } from '@lectern/contracts/billing/model';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataTable } from '../../../components/console/data-table/data-table.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { deleteColumn } from '../../../components/console/delete-column.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { formatCount, formatDate, formatDateTime, humanize } from '../../../lib/format.ts';
import { promoCodesQuery } from '../api/promo-codes.ts';
import { isPromoActive, promoUses, promoValue } from '../promo-code-view.ts';
import { DeletePromoCode } from './delete-promo-code.tsx';
import { PromoCodeForm } from './promo-code-form.tsx';
import styles from './promo-codes-tab.module.css';

const columns = (now: Date, onDelete: (row: PromoCode) => void): readonly DataColumn<PromoCode>[] => [
  { key: 'code', header: 'Code', cell: (row) => <span className={styles['code']}>{row.code}</span> },
  {
    key: 'name',
    header: 'Name',
    isLong: true,
    cell: (row) => (
      <>
        {row.name}
        {row.description !== null && <span className={styles['description']}> {row.description}</span>}
      </>
    ),
  },
  { key: 'type', header: 'Type', cell: (row) => humanize(row.discountType) },
  { key: 'value', header: 'Value', cell: promoValue },
  { key: 'uses', header: 'Uses', cell: promoUses },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => (isPromoActive(row, now) ? <Badge tone="ok">Active</Badge> : <Badge>Inactive</Badge>),
  },
  {
    key: 'expires',
    header: 'Expires',
    cell: (row) =>
      row.validUntil === null ? (
        'Never'
      ) : (
        <time dateTime={row.validUntil} title={formatDateTime(row.validUntil)}>
          {formatDate(row.validUntil)}
        </time>
      ),
  },
  deleteColumn((row) => row.code, onDelete, 'promo-codes:write'),
];

export const PromoCodesTab = () => {
  const { data, isPending, isError, error, isFetching, refetch } = useQuery(promoCodesQuery);
  const [isCreating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<PromoCode | null>(null);
  const mayWrite = useMay()('promo-codes:write');
  const create = mayWrite && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      New Promo Code
    </Button>
  );
  return (
    <Stack as="section" gap={4} aria-label="Promo codes">
      {isPending ? (
        <TableSkeleton label="Loading promo codes" />
      ) : isError ? (
        <ErrorState title="The promo codes could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {error.message}
        </ErrorState>
      ) : data.length === 0 ? (
        <EmptyState title="No promo codes created yet" actions={create}>
          A code takes a percentage or a fixed amount off a payment.
        </EmptyState>
      ) : (
        <>
          <div className={styles['head']}>
            <p className={styles['count']}>
              {formatCount(data.length)} {data.length === 1 ? 'promo code' : 'promo codes'}
            </p>
            {create}
          </div>
          <DataTable
            caption="Promo codes"
            columns={columns(new Date(), setLeaving)}
            rows={data}
            rowKey={(row) => row.id}
            rowName={(row) => row.code}
          />
        </>
      )}
      <FormDialog open={isCreating} onClose={() => setCreating(false)} title="New promo code">
        <PromoCodeForm onDone={() => setCreating(false)} />
      </FormDialog>
      <DeletePromoCode promoCode={leaving} onClose={() => setLeaving(null)} />
    </Stack>
  );
};
