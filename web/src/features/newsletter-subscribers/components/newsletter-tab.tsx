import type { NewsletterSubscriber } from '@lectern/contracts/messaging/model';
import { useState } from 'react';
import { AdminList } from '../../../components/console/admin-list.tsx';
import { deleteColumn } from '../../../components/console/delete-column.tsx';
import { DeleteDialog } from '../../../components/console/delete-dialog.tsx';
import { NO_FILTER, type StatusFilter } from '../../../components/console/list-view.ts';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { StatusBadge } from '../../../components/ui/badge.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import type { Column } from '../../../components/ui/table.tsx';
import { formatDate } from '../../../lib/format.ts';
import { removeSubscriber, subscriberList } from '../api/newsletter.ts';

const SUBSCRIBER_FILTERS: readonly StatusFilter[] = [
  NO_FILTER,
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'bounced', label: 'Bounced' },
  { value: 'complained', label: 'Complained' },
];

const columns = (onDelete: (row: NewsletterSubscriber) => void): readonly Column<NewsletterSubscriber>[] => [
  { key: 'email', header: 'Email', breakable: true, cell: (row) => <PersonLink email={row.email} /> },
  { key: 'source', header: 'Source', cell: (row) => row.source?.replaceAll('_', ' ') ?? '—' },
  { key: 'tags', header: 'Tags', cell: (row) => (row.tags.length === 0 ? '—' : row.tags.join(', ')) },
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <StatusBadge status={row.status ?? (row.isActive ? 'active' : 'inactive')} />,
  },
  { key: 'subscribed', header: 'Subscribed', sort: 'subscribedAt', cell: (row) => formatDate(row.subscribedAt) },
  deleteColumn((row) => row.email, onDelete),
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
      <AdminList
        source={subscriberList}
        label="Newsletter subscribers"
        noun={['subscriber', 'subscribers']}
        searchHint="Email"
        filters={SUBSCRIBER_FILTERS}
        columns={columns(setLeaving)}
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
