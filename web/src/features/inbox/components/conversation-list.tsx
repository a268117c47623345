import type { ConversationSummary } from '@lectern/contracts/messaging/conversation';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import type { ListFilter } from '../../../components/console/list-view.ts';
import { RowName } from '../../../components/console/row-name.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { formatAgo } from '../../../lib/format.ts';
import { conversationList } from '../api/inbox.ts';
import { ChangeSelected } from './change-selected.tsx';

const FILTERS: readonly ListFilter[] = [
  {
    key: 'status',
    label: 'Show',
    all: 'All open',
    options: [
      { value: 'mine', label: 'Assigned to me' },
      { value: 'unassigned', label: 'Unassigned' },
      { value: 'closed', label: 'Closed' },
    ],
  },
];

const nameOf = ({ name, email }: ConversationSummary) => (name === '' ? email : name);
const pageOf = ({ id }: ConversationSummary) => adminSectionPath('inbox', { id });

const waiting = ({ status, waitingSince, lastMessageAt }: ConversationSummary): string =>
  waitingSince !== null
    ? `Wrote ${formatAgo(waitingSince)}`
    : status === 'closed'
      ? `Last message ${formatAgo(lastMessageAt)}`
      : `Answered ${formatAgo(lastMessageAt)}`;

const COLUMNS: readonly DataColumn<ConversationSummary>[] = [
  { key: 'name', header: 'From', isLong: true, cell: (row) => <RowName to={pageOf(row)}>{nameOf(row)}</RowName> },
  { key: 'excerpt', header: 'Message', isLong: true, cell: ({ excerpt }) => excerpt },
  {
    key: 'priority',
    header: 'Priority',
    cell: ({ isPriority }) =>
      isPriority ? (
        <Badge tone="wait" title="An active annual member: priority email support">
          Priority
        </Badge>
      ) : (
        '—'
      ),
  },
  { key: 'state', header: 'Waiting', cell: waiting },
  {
    key: 'assignee',
    header: 'Assignee',
    cell: ({ assignee }) => (assignee === null ? 'Unassigned' : (assignee.name ?? 'An administrator')),
  },
  {
    key: 'kind',
    header: 'About',
    isExtra: true,
    cell: ({ kind }) => (kind === 'contact' ? 'Contact message' : 'Office hours'),
  },
  { key: 'email', header: 'Email', isLong: true, isExtra: true, cell: ({ email }) => email },
];

/** Conversations: those of annual members first, then those who have waited longest. */
export const ConversationList = () => (
  <DataList
    source={conversationList}
    label="Conversations"
    noun={['conversation', 'conversations']}
    searchHint="Name, email or words of a message"
    filters={FILTERS}
    columns={COLUMNS}
    rowName={nameOf}
    rowPage={pageOf}
    bulkActions={(selected) => <ChangeSelected selected={selected} />}
    whenEmpty="Messages of the contact page and requests for office hours appear here."
  />
);
