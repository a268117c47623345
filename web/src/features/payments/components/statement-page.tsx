import { calendarMonth, type MonthlyStatement, type StatementPayout } from '@lectern/contracts/billing/statement';
import { formatCents } from '@lectern/contracts/money';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { ShortDate } from '../../../components/console/short-date.tsx';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { DownloadIcon } from '../../../components/ui/action-icons.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Table, type Column } from '../../../components/ui/table.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { cx } from '../../../lib/cx.ts';
import { formatCount, formatDateTime } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast-store.ts';
import { saveStatement, statementQuery } from '../api/statement.ts';
import { PRODUCT_WORDS } from '../payment-words.ts';
import {
  contentsInWords,
  daysOf,
  DIFFERENCE_WORDS,
  monthName,
  productsOf,
  type ProductRow,
  rowsOf,
} from '../statement-words.ts';
import styles from './payments.module.css';

const PARAM = 'month';

const centsOrDash = (cents: number): string => (cents === 0 ? '—' : formatCents(cents));

/** The list of the month’s movements with these filters. */
const listOf = (month: string, filters: Readonly<Record<string, string>>): string =>
  adminSectionPath('payments', { ...filters, ...daysOf(month) });

/** A table that stays one on a phone: a sum is read from its rows. */
const Balance = ({ statement }: { statement: MonthlyStatement }) => {
  const { month } = statement;
  return (
    <table className={styles['balance']}>
      <caption className="visually-hidden">Balance at Stripe in {monthName(month)}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Balance</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(statement).map(({ label, kind, count, cents, isBalance }) => (
          <tr key={label} className={cx(isBalance === true && styles['total'])}>
            <th scope="row">
              {kind === undefined ? label : <Link to={listOf(month, { kind })}>{label}</Link>}
              {count !== null && <span className={styles['quiet']}> ({formatCount(count)})</span>}
            </th>
            <td>{formatCents(cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const productColumns = (month: string): readonly Column<ProductRow>[] => [
  {
    key: 'product',
    header: 'Product',
    cell: ({ product }) => <Link to={listOf(month, { product })}>{PRODUCT_WORDS[product]}</Link>,
  },
  { key: 'charged', header: 'Charged', align: 'end', cell: ({ charged }) => centsOrDash(charged) },
  { key: 'refunded', header: 'Refunded', align: 'end', cell: ({ refunded }) => centsOrDash(refunded) },
  { key: 'disputed', header: 'Disputed', align: 'end', cell: ({ disputed }) => centsOrDash(disputed) },
  { key: 'fees', header: 'Fees', align: 'end', cell: ({ fees }) => centsOrDash(-fees) },
  { key: 'net', header: 'Net', align: 'end', cell: ({ net }) => formatCents(net) },
];

const PAYOUT_COLUMNS: readonly Column<StatementPayout>[] = [
  { key: 'date', header: 'Date', cell: ({ createdAt }) => <ShortDate at={createdAt} /> },
  {
    key: 'payout',
    header: 'Payout',
    breakable: true,
    cell: ({ payoutId, description }) =>
      payoutId === null ? (
        (description ?? '—')
      ) : (
        <Link to={adminSectionPath('payments', { q: payoutId })}>{payoutId}</Link>
      ),
  },
  { key: 'arrives', header: 'Arrives', cell: ({ arrivesOn }) => <ShortDate at={arrivesOn} /> },
  { key: 'contents', header: 'Paid out', cell: contentsInWords },
  { key: 'charged', header: 'Charged', align: 'end', cell: ({ contents }) => centsOrDash(contents?.charged ?? 0) },
  {
    key: 'taken',
    header: 'Refunds, other',
    align: 'end',
    cell: ({ contents }) =>
      centsOrDash(contents === null ? 0 : contents.refunded + contents.disputed + contents.adjusted),
  },
  { key: 'fees', header: 'Fees', align: 'end', cell: ({ contents, fee }) => centsOrDash(-fee - (contents?.fees ?? 0)) },
  { key: 'amount', header: 'To the bank', align: 'end', cell: ({ amount }) => formatCents(amount) },
];

/** Says whether the month can still change, and whose midnight it begins at. */
const Period = ({
  statement: { month, timeZone, before, isComplete, readAt, asOf },
}: {
  statement: MonthlyStatement;
}) => {
  const isOver = asOf >= before;
  return (
    <Stack gap={3}>
      {!isComplete && (
        <p role="status" className={cx((isOver || readAt === null) && styles['outdated'])}>
          {readAt === null
            ? 'Stripe’s ledger is being read for the first time. The statement is complete once it has been read to its end.'
            : isOver
              ? `Stripe was last read on ${formatDateTime(readAt)}, before the end of ${monthName(month)}. Movements may be missing until it answers again.`
              : `So far: ${monthName(month)} is not over. As of ${formatDateTime(readAt)}.`}
        </p>
      )}
      <p className={styles['quiet']}>
        Months begin and end at midnight in {timeZone}, as everywhere in this console. In Stripe’s own reports, choose
        this time zone instead of UTC to see the same sums. Each month opens with the closing balance of the one before.
      </p>
    </Stack>
  );
};

const Differences = ({ statement: { differences, settling } }: { statement: MonthlyStatement }) => (
  <Stack as="section" gap={3} className={styles['movements']} aria-labelledby="differences">
    <h2 id="differences">Differences from what this site sold</h2>
    <dl className={styles['differences']}>
      {differences.map(({ name, count, amount }) => (
        <div key={name}>
          <dt>
            {DIFFERENCE_WORDS[name].name} ({formatCount(count)})
          </dt>
          <dd>{formatCents(amount)}</dd>
          <dd className={styles['quiet']}>{DIFFERENCE_WORDS[name].why}</dd>
        </div>
      ))}
      {settling !== 0 && (
        <div>
          <dt>Settling</dt>
          <dd>{formatCents(settling)}</dd>
          <dd className={styles['quiet']}>
            Recent charges that Stripe had not released for payouts yet. Refunds, which count immediately, can make the
            balance lower than this.
          </dd>
        </div>
      )}
    </dl>
    {differences.length === 0 && (
      <p>Every sale of this month is in the ledger with its amount, and the ledger has no sale from elsewhere.</p>
    )}
  </Stack>
);

const Statement = ({ statement }: { statement: MonthlyStatement }) => {
  const { month, lines, payouts } = statement;
  const products = productsOf(lines);
  return (
    <>
      <Period statement={statement} />
      <Stack as="section" gap={3} className={styles['movements']} aria-labelledby="balance">
        <h2 id="balance">Balance at Stripe</h2>
        <Balance statement={statement} />
      </Stack>
      {products.length > 0 && (
        <Stack as="section" gap={3} className={styles['movements']} aria-labelledby="products">
          <h2 id="products">By product</h2>
          <Table
            caption="Movements by product"
            columns={productColumns(month)}
            rows={products}
            rowKey={({ product }) => product}
          />
        </Stack>
      )}
      <Differences statement={statement} />
      <Stack as="section" gap={3} className={styles['movements']} aria-labelledby="payouts">
        <h2 id="payouts">Payouts to the bank</h2>
        {payouts.length === 0 ? (
          <p>Stripe made no payout in {monthName(month)}.</p>
        ) : (
          <Table caption="Payouts to the bank" columns={PAYOUT_COLUMNS} rows={payouts} rowKey={({ id }) => id} />
        )}
      </Stack>
    </>
  );
};

const SaveStatement = ({ month }: { month: string }) => {
  const { start, isPending } = useAdminWrite({
    run: saveStatement,
    onSuccess: (fileName) => toast({ title: 'Export Complete', description: `Saved as ${fileName}.` }),
    onError: (error: Error) =>
      toast({
        title: 'Export Failed',
        description: messageOr(error, 'Failed to export data.'),
        variant: 'destructive',
      }),
  });
  return (
    <Button onClick={() => start(month)} busy={isPending} busyLabel="Exporting...">
      <DownloadIcon />
      Export CSV
    </Button>
  );
};

/** The balance of a month at the payment provider, with its payouts and the differences from what the site sold. */
export const StatementPage = () => {
  const [params, setParams] = useSearchParams();
  // A URL that names no month shows the current one.
  const named = calendarMonth.safeParse(params.get(PARAM)).data ?? null;
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useQuery(statementQuery(named));
  if (isPending) return <Skeleton lines={10} label="Loading the statement" />;
  if (data === undefined)
    return (
      <ErrorState title="The statement could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {error?.message}
      </ErrorState>
    );
  const shown = named ?? data.month;
  const months = data.months.includes(shown) ? data.months : [shown, ...data.months];
  return (
    <Stack gap={5}>
      <div className={styles['chooser']}>
        <SelectField
          label="Month"
          options={months.map((value) => ({ value, label: monthName(value) }))}
          value={shown}
          onChange={({ target }) => setParams({ [PARAM]: target.value })}
        />
        <SaveStatement month={shown} />
      </div>
      {error !== null && (
        <p role="status" className={styles['outdated']}>
          The statement could not be refreshed. Reload the page to try again.
        </p>
      )}
      <Stack gap={6} className={cx(isPlaceholderData && styles['waiting'])} aria-busy={isPlaceholderData}>
        <Statement statement={data} />
      </Stack>
    </Stack>
  );
};
