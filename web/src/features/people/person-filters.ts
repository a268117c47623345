import { PAGE_MAX } from '@lectern/contracts/page';
import { listAdminEvents } from '@lectern/contracts/registrations/admin-http';
import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListFilter } from '../../components/console/list-view.ts';
import { toPage } from '../../components/console/to-page.ts';
import { callAdmin } from '../../lib/call-admin.ts';
import { formatDate } from '../../lib/format.ts';
import { tagsQuery } from './api/tags.ts';

const eventsQuery = queryOptions({
  queryKey: ['admin', 'event-names'],
  queryFn: async ({ signal }) => toPage(await callAdmin(listAdminEvents, { query: { limit: PAGE_MAX }, signal })).items,
});

const FILTERS: readonly ListFilter[] = [
  {
    key: 'account',
    label: 'Account',
    all: 'All people',
    options: [
      { value: 'active', label: 'Has an account' },
      { value: 'none', label: 'No account' },
      { value: 'deactivated', label: 'Deactivated' },
    ],
  },
  {
    key: 'status',
    label: 'Membership',
    all: 'All statuses',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'past_due', label: 'Past due' },
      { value: 'paused', label: 'Paused' },
      { value: 'pending', label: 'Pending' },
      { value: 'cancelled', label: 'Cancelled' },
      { value: 'none', label: 'None' },
    ],
  },
  {
    key: 'plan',
    label: 'Plan',
    all: 'All plans',
    options: [
      { value: 'monthly', label: 'Monthly' },
      { value: 'annual', label: 'Annual' },
    ],
  },
  {
    key: 'unpaid',
    label: 'Unpaid',
    all: 'Paid or not',
    options: [
      { value: 'membership', label: 'Membership' },
      { value: 'event', label: 'Event' },
    ],
  },
  {
    key: 'division',
    label: 'Division',
    all: 'All divisions',
    options: [
      { value: 'development', label: 'Development' },
      { value: 'professional', label: 'Professional' },
    ],
  },
  {
    key: 'seen',
    label: 'Last seen',
    all: 'Any time',
    options: [
      { value: 'week', label: 'In the last 7 days' },
      { value: 'month', label: 'In the last 30 days' },
      { value: 'quarter', label: 'In the last 90 days' },
      { value: 'earlier', label: 'More than 90 days ago' },
      { value: 'never', label: 'Never logged in' },
    ],
  },
  {
    key: 'duplicates',
    label: 'Duplicates',
    all: 'All people',
    options: [{ value: 'possible', label: 'Possible duplicates' }],
  },
];

const eventOption = ({ id, title, datetime }: ShownEvent) => ({
  value: id,
  label: `${title}, ${formatDate(datetime)}`,
});

/**
 * The filters of the list of people. Undefined until events and tags are known, because a list forgets values of filters that it does not
 * know; where they cannot be loaded, the list has the other filters. `chosenTag`: the tag in the URL, which may be too rare to be suggested.
 */
export const usePersonFilters = (chosenTag: string | null): readonly ListFilter[] | undefined => {
  const [events, tags] = [useQuery(eventsQuery), useQuery(tagsQuery)];
  const isPending = events.isPending || tags.isPending;
  return useMemo(() => {
    if (isPending) return undefined;
    const known = (tags.data?.tags ?? []).map(({ tag }) => tag);
    const all = chosenTag === null || known.includes(chosenTag) ? known : [...known, chosenTag];
    return [
      ...FILTERS,
      ...(all.length === 0
        ? []
        : [{ key: 'tag', label: 'Tag', all: 'All tags', options: all.map((tag) => ({ value: tag, label: tag })) }]),
      ...(events.data === undefined || events.data.length === 0
        ? []
        : [{ key: 'event', label: 'Event', all: 'All events', options: events.data.map(eventOption) }]),
    ];
  }, [isPending, events.data, tags.data, chosenTag]);
};
