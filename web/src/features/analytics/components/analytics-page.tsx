import { May } from '../../../components/console/may.tsx';
import { formatCents, formatCentsShort } from '@lectern/contracts/money';
import type { MemberMonth, RevenueMonth } from '@lectern/contracts/system/analytics-http';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { cx } from '../../../lib/cx.ts';
import { formatCount } from '../../../lib/format.ts';
import { dollarsFor, membersInWords, monthName, transitionsInWords, revenueInWords, shortMonth } from '../analytics.ts';
import { memberAnalyticsQuery, revenueAnalyticsQuery } from '../api/analytics.ts';
import { CampaignFigure } from './campaign-figure.tsx';
import styles from './chart.module.css';
import { Figure, type FigureColumn, type FigureRows } from './figure.tsx';

const RANGES = [
  { value: '12', label: 'Last 12 months' },
  { value: '24', label: 'Last 2 years' },
  { value: '60', label: 'Last 5 years' },
  { value: '120', label: 'Last 10 years' },
];
const PARAM = 'months';

const MONTHS: FigureRows<{ month: string }> = {
  header: 'Month',
  keyOf: ({ month }) => month,
  nameOf: ({ month }) => monthName(month),
  labelOf: ({ month }) => shortMonth(month),
  forCsv: ({ month }) => month,
  inFileName: ({ month }) => month,
};

const count = (key: 'active' | 'joined' | 'left', header: string): FigureColumn<MemberMonth> => ({
  key,
  header,
  value: (row) => formatCount(row[key]),
  forCsv: (row) => row[key],
});
const MEMBER_COLUMNS = [count('active', 'Members at month end'), count('joined', 'Joined'), count('left', 'Left')];

const sum = (key: string, header: string, of: (row: RevenueMonth) => number): FigureColumn<RevenueMonth> => ({
  key,
  header,
  value: (row) => formatCents(of(row)),
  forCsv: (row) => dollarsFor(of(row)),
});
const REVENUE_COLUMNS = [
  sum('memberships', 'Memberships, net', ({ products }) => products.memberships.net),
  sum('bootcamps', 'Bootcamps, net', ({ products }) => products.bootcamps.net),
  sum('tournaments', 'Tournaments, net', ({ products }) => products.tournaments.net),
  sum('charged', 'Charged', ({ charged }) => charged),
  sum('refunded', 'Refunded', ({ refunded }) => refunded),
  sum('net', 'Net', ({ net }) => net),
];

interface LoadedProps<T> {
  query: UseQueryResult<{ months: T[] }>;
  noun: string;
  isEmpty: (months: readonly T[]) => boolean;
  whenEmpty: string;
  children: (months: readonly T[]) => ReactNode;
}

const Loaded = <T,>({ query, noun, isEmpty, whenEmpty, children }: LoadedProps<T>) =>
  query.isPending ? (
    <Skeleton lines={8} label={`Loading ${noun}`} />
  ) : query.data === undefined ? (
    <ErrorState
      title={`The analytics of ${noun} could not be loaded`}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    >
      {query.error?.message}
    </ErrorState>
  ) : isEmpty(query.data.months) ? (
    <EmptyState title={`No ${noun} to show yet`}>{whenEmpty}</EmptyState>
  ) : (
    <div
      className={cx(styles['stack'], query.isPlaceholderData && styles['waiting'])}
      aria-busy={query.isPlaceholderData}
    >
      {children(query.data.months)}
    </div>
  );

const Members = ({ months }: { months: readonly MemberMonth[] }) => {
  const { timeZone } = useAssociation();
  return (
    <>
      <Figure
        title="Members over time"
        summary={membersInWords(months)}
        note={`People with an active membership and members who were added manually, at the end of each month (time zone ${timeZone}). The current month shows the count now. The dashboard counts the same way.`}
        rows={months}
        of={MONTHS}
        series={(rows) => [{ label: 'Members', ink: 'neg', values: rows.map(({ active }) => active) }]}
        shape="line"
        formatTick={formatCount}
        reading={({ active, joined, left }) =>
          `${formatCount(active)} ${active === 1 ? 'member' : 'members'}, ${formatCount(joined)} joined, ${formatCount(left)} left`
        }
        columns={MEMBER_COLUMNS}
        fileName="members"
      />
      <Figure
        title="Joined and left"
        summary={transitionsInWords(months)}
        note={`Memberships and members added manually that began or ended in each month (time zone ${timeZone}). A deactivated account counts as left. The current month counts up to now.`}
        rows={months}
        of={MONTHS}
        series={(rows) => [
          { label: 'Joined, upwards', ink: 'neg', values: rows.map(({ joined }) => joined) },
          { label: 'Left, downwards', ink: 'aff', values: rows.map(({ left }) => left), isDown: true },
        ]}
        shape="bars"
        formatTick={(value) => formatCount(Math.abs(value))}
        reading={({ joined, left }) => `${formatCount(joined)} joined, ${formatCount(left)} left`}
        columns={MEMBER_COLUMNS.slice(1)}
        fileName="joined-and-left"
      />
    </>
  );
};

const RevenueByMonth = ({ months }: { months: readonly RevenueMonth[] }) => {
  const { timeZone } = useAssociation();
  return (
    <Figure
      title="Revenue by month"
      summary={revenueInWords(months)}
      note={`Charges minus refunds, by the month of the payment (time zone ${timeZone}). A refund counts in the month of its payment, whenever it was made. The current month counts up to now.`}
      rows={months}
      of={MONTHS}
      series={(rows) => [
        { label: 'Memberships', ink: 'neg', values: rows.map(({ products }) => products.memberships.net) },
        { label: 'Bootcamps', ink: 'brass', values: rows.map(({ products }) => products.bootcamps.net) },
        { label: 'Tournaments', ink: 'aff', values: rows.map(({ products }) => products.tournaments.net) },
      ]}
      shape="bars"
      formatTick={formatCentsShort}
      reading={({ net, refunded, products }) =>
        `${formatCents(net)} net: ${formatCents(products.memberships.net)} of memberships, ${formatCents(products.bootcamps.net)} of bootcamps, ${formatCents(products.tournaments.net)} of tournaments${refunded === 0 ? '' : `; ${formatCents(refunded)} refunded`}`
      }
      columns={REVENUE_COLUMNS}
      fileName="revenue"
    />
  );
};

const Revenue = ({ months }: { months: number }) => (
  <Loaded
    query={useQuery(revenueAnalyticsQuery(months))}
    noun="revenue"
    isEmpty={(months) => months.every(({ charged }) => charged === 0)}
    whenEmpty="The chart begins with the first payment."
  >
    {(shown) => <RevenueByMonth months={shown} />}
  </Loaded>
);

/** The association's analytics, month by month. */
export const AnalyticsPage = () => {
  const [params, setParams] = useSearchParams();
  const range = RANGES.find(({ value }) => value === params.get(PARAM)) ?? RANGES[0]!;
  const members = useQuery(memberAnalyticsQuery(Number(range.value)));
  return (
    <div className={styles['page']}>
      <div className={styles['range']}>
        <SelectField
          label="Show"
          options={RANGES}
          value={range.value}
          onChange={(event) => setParams({ [PARAM]: event.target.value }, { replace: true })}
        />
      </div>
      <Loaded
        query={members}
        noun="members"
        isEmpty={(months) => months.every(({ active, joined, left }) => active + joined + left === 0)}
        whenEmpty="The chart begins with the first membership that is paid for."
      >
        {(months) => <Members months={months} />}
      </Loaded>
      <May permission="payments:read">
        <Revenue months={Number(range.value)} />
      </May>
      <CampaignFigure />
    </div>
  );
};
