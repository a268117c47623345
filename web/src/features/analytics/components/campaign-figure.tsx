import { useQuery } from '@tanstack/react-query';
import { shareOf } from '../../../components/console/share-of.ts';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { sentCampaignsQuery } from '../api/analytics.ts';
import { campaignsInWords, percentOf, type SentCampaign, sentCampaigns } from '../campaign-analytics.ts';
import { Figure, type FigureColumn, type FigureRows } from './figure.tsx';

const ROWS: FigureRows<SentCampaign> = {
  header: 'Campaign',
  keyOf: ({ id }) => id,
  nameOf: ({ name, sentAt }) => `${name}, ${formatDate(sentAt)}`,
  labelOf: ({ sentAt }) => formatDate(sentAt).replace(/, \d+$/, ''),
  forCsv: ({ name }) => name,
  inFileName: ({ sentAt }) => sentAt.slice(0, 10),
};

const COLUMNS: readonly FigureColumn<SentCampaign>[] = [
  {
    key: 'sentAt',
    header: 'Sent on',
    value: ({ sentAt }) => formatDate(sentAt),
    forCsv: ({ sentAt }) => sentAt.slice(0, 10),
  },
  { key: 'sent', header: 'Sent', value: ({ sent }) => formatCount(sent), forCsv: ({ sent }) => sent },
  { key: 'opened', header: 'Opened', value: ({ opened }) => formatCount(opened), forCsv: ({ opened }) => opened },
  {
    key: 'openedShare',
    header: 'Opened, %',
    value: ({ opened, sent }) => shareOf(opened, sent),
    forCsv: ({ opened, sent }) => percentOf(opened, sent),
  },
  { key: 'clicked', header: 'Clicked', value: ({ clicked }) => formatCount(clicked), forCsv: ({ clicked }) => clicked },
  {
    key: 'clickedShare',
    header: 'Clicked, %',
    value: ({ clicked, sent }) => shareOf(clicked, sent),
    forCsv: ({ clicked, sent }) => percentOf(clicked, sent),
  },
];

/** The open and click rates of the sent campaigns, in the order of sending. */
export const CampaignFigure = () => {
  const { data, error, isFetching, refetch } = useQuery(sentCampaignsQuery);
  if (data === undefined)
    return error === null ? (
      <Skeleton lines={8} label="Loading campaigns" />
    ) : (
      <ErrorState
        title="The campaign analytics could not be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {error.message}
      </ErrorState>
    );
  const rows = sentCampaigns(data);
  if (rows.length === 0)
    return (
      <EmptyState title="No campaigns to show yet">The chart begins with the first campaign that is sent.</EmptyState>
    );
  return (
    <Figure
      title="Campaigns"
      summary={campaignsInWords(rows)}
      note="The latest campaigns that were sent, whatever the period above. “Sent” counts the emails that the email provider accepted; “Opened” and “Clicked” count each recipient once. Mail programs that load images before a person reads the email do not count as opens."
      rows={rows}
      of={ROWS}
      series={(shown) => [
        { label: 'Opened', ink: 'neg', values: shown.map(({ opened, sent }) => percentOf(opened, sent)) },
        { label: 'Clicked', ink: 'aff', values: shown.map(({ clicked, sent }) => percentOf(clicked, sent)) },
      ]}
      shape="pairs"
      formatTick={(value) => `${value}%`}
      reading={({ sent, opened, clicked }) =>
        `${formatCount(sent)} sent, ${formatCount(opened)} opened (${shareOf(opened, sent)}), ${formatCount(clicked)} clicked (${shareOf(clicked, sent)})`
      }
      columns={COLUMNS}
      fileName="campaigns"
    />
  );
};
