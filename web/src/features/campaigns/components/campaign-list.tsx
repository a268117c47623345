import type { EmailCampaign } from '@lectern/contracts/messaging/campaign-model';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import list from '../../../components/console/admin-list.module.css';
import { AdminList } from '../../../components/console/admin-list.tsx';
import rows from '../../../components/console/row-actions.module.css';
import { StatusBadge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import type { Column } from '../../../components/ui/table.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { formatCount, formatDate, formatDateTime } from '../../../lib/format.ts';
import { campaignList } from '../api/campaigns.ts';
import { AUDIENCES, CAMPAIGN_FILTERS, CAMPAIGN_STATES } from '../campaign-view.ts';
import styles from './campaign.module.css';
import { SendDialog } from './send-dialog.tsx';

/** The status with its time, which the badge does not show. */
const status = ({ status, scheduledAt, sentAt, unsent }: EmailCampaign): string =>
  unsent !== null
    ? `Draft, not sent at ${formatDateTime(unsent.at)}`
    : status === 'scheduled' && scheduledAt !== null
      ? `Scheduled for ${formatDateTime(scheduledAt)}`
      : status === 'sent' && sentAt !== null
        ? `Sent ${formatDateTime(sentAt)}`
        : CAMPAIGN_STATES[status].label;

const whenSent =
  (count: (row: EmailCampaign) => number) =>
  (row: EmailCampaign): string =>
    row.sentCount > 0 ? formatCount(count(row)) : '—';

/** The audience is counted when sending begins. */
const recipients = ({ status, recipientCount }: EmailCampaign): string =>
  status === 'draft' || status === 'scheduled' ? '—' : formatCount(recipientCount);

const columns = (onSend: (row: EmailCampaign) => void): readonly Column<EmailCampaign>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: (row) => (
      <div>
        <Link className={list['name']} to={adminSectionPath('campaign', { id: row.id })}>
          {row.name}
        </Link>
        <span className={rows['under']}>{row.subject}</span>
      </div>
    ),
  },
  { key: 'audience', header: 'Audience', cell: (row) => AUDIENCES[row.targetAudience] },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => (
      <div>
        <StatusBadge status={row.status} />
        <span className={rows['under']}>{status(row)}</span>
      </div>
    ),
  },
  { key: 'recipients', header: 'Recipients', align: 'end', cell: recipients },
  { key: 'sent', header: 'Sent', align: 'end', cell: whenSent(({ sentCount }) => sentCount) },
  { key: 'opened', header: 'Opened', align: 'end', cell: whenSent(({ openCount }) => openCount) },
  { key: 'clicked', header: 'Clicked', align: 'end', cell: whenSent(({ clickCount }) => clickCount) },
  {
    key: 'created',
    header: 'Created',
    sort: 'createdAt',
    cell: (row) => (
      <time className={styles['day']} dateTime={row.createdAt}>
        {formatDate(row.createdAt)}
      </time>
    ),
  },
  {
    key: 'send',
    header: 'Send',
    align: 'end',
    cell: (row) =>
      row.status === 'draft' ? (
        <span className={rows['actions']}>
          <Button size="small" onClick={() => onSend(row)} aria-label={`Send ${row.name}`}>
            Send
          </Button>
        </span>
      ) : (
        '—'
      ),
  },
];

/** Every campaign, with its results. `howToWrite` says where the reader can write the first one. */
export const CampaignList = ({ howToWrite }: { howToWrite: string }) => {
  const [sending, setSending] = useState<EmailCampaign | null>(null);
  return (
    <>
      <AdminList
        source={campaignList}
        label="Email campaigns"
        noun={['campaign', 'campaigns']}
        searchHint="Name or subject"
        filters={CAMPAIGN_FILTERS}
        columns={columns(setSending)}
        whenEmpty={`${howToWrite} It starts as a draft, and goes out only when you send it.`}
      />
      <SendDialog campaign={sending} onClose={() => setSending(null)} />
    </>
  );
};
