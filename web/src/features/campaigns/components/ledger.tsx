import type { CampaignDetails, CampaignRecipient } from '@lectern/contracts/messaging/campaign-model';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { ShortTime } from '../../../components/console/short-date.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { recipientList } from '../api/campaigns.ts';
import { EMAIL_STATES } from '../../../components/console/email-states.ts';
import { RECIPIENT_FILTERS } from '../campaign-view.ts';

const moment = (at: string | null) => (at === null ? '—' : <ShortTime at={at} />);

const COLUMNS: readonly DataColumn<CampaignRecipient>[] = [
  { key: 'email', header: 'Email', isLong: true, cell: ({ email }) => <PersonLink email={email} /> },
  { key: 'name', header: 'Name', cell: ({ name }) => name ?? '—' },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => (
      <Badge tone={EMAIL_STATES[status].tone} title={EMAIL_STATES[status].meaning}>
        {EMAIL_STATES[status].label}
      </Badge>
    ),
  },
  { key: 'reason', header: 'Reason', isLong: true, cell: ({ reason }) => reason ?? '—' },
  { key: 'sent', header: 'Sent', cell: ({ sentAt }) => moment(sentAt) },
  { key: 'opened', header: 'Opened', cell: ({ openedAt }) => moment(openedAt) },
  { key: 'clicked', header: 'Clicked', cell: ({ clickedAt }) => moment(clickedAt) },
];

/** All recipients of a campaign, each once, with the status of their email. */
export const Ledger = ({ campaign }: { campaign: CampaignDetails }) => (
  <DataList
    source={recipientList(campaign)}
    label="Recipients"
    noun={['recipient', 'recipients']}
    searchHint="Email or name"
    filters={RECIPIENT_FILTERS}
    columns={COLUMNS}
    rowName={({ email }) => email}
    rowPage={({ email }) => adminSectionPath('people', { email })}
    whenEmpty="Its audience was empty."
  />
);
