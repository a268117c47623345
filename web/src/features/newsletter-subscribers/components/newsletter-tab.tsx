import type { NewsletterSubscriber } from '@lectern/contracts/messaging/model';
import { useState } from 'react';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { deleteColumn } from '../../../components/console/delete-column.tsx';
import { DeleteDialog } from '../../../components/console/delete-dialog.tsx';
import { statusFilter, type ListFilter } from '../../../components/console/list-view.ts';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { Badge, StatusBadge } from '../../../components/ui/badge.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { formatDate } from '../../../lib/format.ts';
import { removeSubscriber, subscriberList } from '../api/newsletter.ts';

const SUBSCRIBER_FILTERS: readonly ListFilter[] = [
  statusFilter([
    { value: 'active', label: 'Active' },
    { value: 'inactive', label: 'Inactive' },
    { value: 'bounced', label: 'Bounced' },
    { value: 'complained', label: 'Complained' },
  ]),
];

const nameOf = ({ email }: NewsletterSubscriber) => email;
const pageOf = ({ email }: NewsletterSubscriber) => adminSectionPath('people', { email });

const columns = (onDelete: (row: NewsletterSubscriber) => void): readonly DataColumn<NewsletterSubscriber>[] => [
  { key: 'email', header: 'Email', isLong: true, cell: (row) => <PersonLink email={row.email} /> },
  { key: 'source', header: 'Source', cell: (row) => row.source?.replaceAll('_', ' ') ?? '—' },
  { key: 'tags', header: 'Tags', cell: (row) => (row.tags.length === 0 ? '—' : row.tags.join(', ')) },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, isActive }) =>
      status === 'inactive' || (status == null && !isActive) ? (
        <Badge title="inactive">Inactive</Badge>
      ) : (
        <StatusBadge status={status ?? 'active'} />
      ),
  },
  { key: 'subscribed', header: 'Subscribed', sort: 'subscribedAt', cell: (row) => formatDate(row.subscribedAt) },
  deleteColumn(nameOf, onDelete, 'people:write'),
];

/** The current and former subscribers of the newsletter. */
export const NewsletterTab = () => {
  const [leaving, setLeaving] = useState<NewsletterSubscriber | null>(null);
  return (
    <Stack gap={4}>
      <p>
        The newsletter is the list of people who subscribed on the site or by an import. To email them, write a campaign
        for “Newsletter subscribers” in the tab Messaging. “Bounced” means that a mailbox refused an email, and
        “Complained” that a person marked one as spam: campaigns leave both out. “Source” says where a person
        subscribed, and “Tags” are words that came with the form or the import; both may be the same.
      </p>
      <DataList
        source={subscriberList}
        label="Newsletter subscribers"
        noun={['subscriber', 'subscribers']}
        searchHint="Email"
        filters={SUBSCRIBER_FILTERS}
        columns={columns(setLeaving)}
        rowName={nameOf}
        rowPage={pageOf}
        whenEmpty="Subscribers appear here as soon as someone signs up on the site."
      />
      <DeleteDialog
        id={leaving?.id ?? null}
        name={leaving?.email ?? ''}
        remove={removeSubscriber}
        done="Subscriber deleted"
        failed={{ title: 'Error deleting subscriber', description: 'Failed to delete subscriber' }}
        onClose={() => setLeaving(null)}
      >
        <p>
          {leaving?.isActive === false
            ? 'The email address is removed from the list. It got no more campaigns to newsletter subscribers before, and gets none now.'
            : 'The email address is removed from the list. It gets no more campaigns to newsletter subscribers until it is subscribed again.'}
        </p>
      </DeleteDialog>
    </Stack>
  );
};
