import type { CampaignDetails, CampaignRecipient } from '@lectern/contracts/messaging/campaign-model';
import { AdminList } from '../../../components/console/admin-list.tsx';
import { PersonLink } from '../../../components/console/person-link.tsx';
import rows from '../../../components/console/row-actions.module.css';
import { Badge } from '../../../components/ui/badge.tsx';
import type { Column } from '../../../components/ui/table.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { recipientList } from '../api/campaigns.ts';
import { RECIPIENT_FILTERS, RECIPIENT_STATES } from '../campaign-view.ts';

const moment = (at: string | null) => (at === null ? '—' : <time dateTime={at}>{formatDateTime(at)}</time>);

const COLUMNS: readonly Column<CampaignRecipient>[] = [
  {
    key: 'email',
    breakable: true,
    header: 'Email',
    cell: ({ email, name }) => (
      <div>
        <PersonLink email={email} />
        {name !== null && <span className={rows['under']}>{name}</span>}
      </div>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, reason }) => (
      <div>
        <Badge tone={RECIPIENT_STATES[status].tone} title={RECIPIENT_STATES[status].meaning}>
          {RECIPIENT_STATES[status].label}
        </Badge>
        {reason !== null && <span className={rows['under']}>{reason}</span>}
      </div>
    ),
  },
  { key: 'sent', header: 'Sent', cell: ({ sentAt }) => moment(sentAt) },
  { key: 'opened', header: 'Opened', cell: ({ openedAt }) => moment(openedAt) },
  { key: 'clicked', header: 'Clicked', cell: ({ clickedAt }) => moment(clickedAt) },
];

/** All recipients of a campaign, each once, with the status of their email. */
export const Ledger = ({ campaign }: { campaign: CampaignDetails }) => (
  <AdminList
    source={recipientList(campaign)}
    label="Recipients"
    noun={['recipient', 'recipients']}
    searchHint="Email or name"
    filters={RECIPIENT_FILTERS}
    columns={COLUMNS}
    whenEmpty="Its audience was empty."
  />
);
