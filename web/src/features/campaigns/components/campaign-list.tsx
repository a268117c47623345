import type { EmailCampaign } from '@lectern/contracts/messaging/campaign-model';
import { useState } from 'react';
import type { DataColumn, RowAction } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { RowButton } from '../../../components/console/row-button.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { ShortDate } from '../../../components/console/short-date.tsx';
import { StatusBadge } from '../../../components/ui/badge.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { formatCount, formatDateTime } from '../../../lib/format.ts';
import { campaignList } from '../api/campaigns.ts';
import { AUDIENCES, CAMPAIGN_FILTERS } from '../campaign-view.ts';
import { SendDialog } from './send-dialog.tsx';
import { useWhenSent } from './use-when-sent.ts';

const nameOf = ({ name }: EmailCampaign) => name;
const pageOf = ({ id }: EmailCampaign) => adminSectionPath('campaign', { id });

/** The time of its last change, which the status does not say. */
const progress = ({ status, scheduledAt, sentAt, unsent }: EmailCampaign): string =>
  unsent !== null
    ? `Not sent at ${formatDateTime(unsent.at)}`
    : status === 'scheduled' && scheduledAt !== null
      ? `Scheduled for ${formatDateTime(scheduledAt)}`
      : status === 'sent' && sentAt !== null
        ? `Sent ${formatDateTime(sentAt)}`
        : '—';

const whenSent =
  (count: (row: EmailCampaign) => number) =>
  (row: EmailCampaign): string =>
    row.sentCount > 0 ? formatCount(count(row)) : '—';

/** The audience is counted when sending begins. */
const recipients = ({ status, recipientCount }: EmailCampaign): string =>
  status === 'draft' || status === 'scheduled' ? '—' : formatCount(recipientCount);

const COLUMNS: readonly DataColumn<EmailCampaign>[] = [
  { key: 'name', header: 'Name', isLong: true, cell: (row) => <RowName to={pageOf(row)}>{row.name}</RowName> },
  { key: 'audience', header: 'Audience', cell: (row) => AUDIENCES[row.targetAudience] },
  { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  { key: 'recipients', header: 'Recipients', align: 'end', cell: recipients },
  { key: 'sent', header: 'Sent', align: 'end', cell: whenSent(({ sentCount }) => sentCount) },
  { key: 'opened', header: 'Opened', align: 'end', cell: whenSent(({ openCount }) => openCount) },
  { key: 'clicked', header: 'Clicked', align: 'end', cell: whenSent(({ clickCount }) => clickCount) },
  { key: 'created', header: 'Created', sort: 'createdAt', cell: (row) => <ShortDate at={row.createdAt} /> },
  { key: 'subject', header: 'Subject', isLong: true, isExtra: true, cell: (row) => row.subject },
  { key: 'progress', header: 'Progress', isLong: true, isExtra: true, cell: progress },
];

const sendColumn = (onSend: (row: EmailCampaign) => void): DataColumn<EmailCampaign> => ({
  key: 'send',
  header: 'Send',
  permission: 'email:send',
  align: 'end',
  isFixed: true,
  cell: (row) =>
    row.status === 'draft' ? (
      <RowButton onClick={() => onSend(row)} aria-label={`Send ${row.name}`}>
        Send
      </RowButton>
    ) : (
      '—'
    ),
});

interface Props {
  /** Says where the reader can write the first campaign. */
  howToWrite: string;
  /** In the specified tab, drafts have a button; elsewhere each row has a menu. */
  hasSendColumn?: boolean;
}

/** Every campaign, with its results. */
export const CampaignList = ({ howToWrite, hasSendColumn = false }: Props) => {
  const [sending, setSending] = useState<EmailCampaign | null>(null);
  const whenSent = useWhenSent();
  const actionsOf = (row: EmailCampaign): RowAction[] => [
    { label: 'Open', to: pageOf(row) },
    ...(row.status === 'draft'
      ? [{ label: 'Send', permission: 'email:send' as const, onSelect: () => setSending(row) }]
      : []),
  ];
  return (
    <>
      <DataList
        source={campaignList}
        label="Email campaigns"
        noun={['campaign', 'campaigns']}
        searchHint="Name or subject"
        filters={CAMPAIGN_FILTERS}
        columns={hasSendColumn ? [...COLUMNS, sendColumn(setSending)] : COLUMNS}
        rowName={nameOf}
        rowPage={pageOf}
        {...(hasSendColumn ? {} : { rowActions: actionsOf })}
        whenEmpty={`${howToWrite} It starts as a draft. ${whenSent}`}
      />
      <SendDialog campaign={sending} onClose={() => setSending(null)} />
    </>
  );
};
