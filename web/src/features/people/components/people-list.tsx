import { email as emailSchema } from '@lectern/contracts/fields';
import type { ListedPerson } from '@lectern/contracts/identity/listed-person';
import { KNOWN_FROM_WORDS } from '@lectern/contracts/person-timeline';
import { useSearchParams } from 'react-router-dom';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataList } from '../../../components/console/data-table/data-list.tsx';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { ShortDate } from '../../../components/console/short-date.tsx';
import { Badge } from '../../../components/ui/badge.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { humanize } from '../../../lib/format.ts';
import { peopleList } from '../api/people.ts';
import { toneOf } from '../describe-item.ts';
import { usePersonFilters } from '../person-filters.ts';

const UNPAID: Record<ListedPerson['unpaid'][number], string> = { membership: 'Membership', event: 'Event' };

const list = (words: readonly string[]): string => (words.length === 0 ? '—' : words.join(', '));

const COLUMNS: readonly DataColumn<ListedPerson>[] = [
  {
    key: 'name',
    header: 'Name',
    isLong: true,
    sort: 'name',
    cell: ({ name, email }) =>
      name === null ? '—' : <RowName to={adminSectionPath('people', { email })}>{name}</RowName>,
  },
  { key: 'email', header: 'Email', isLong: true, sort: 'email', cell: ({ email }) => <PersonLink email={email} /> },
  {
    key: 'membership',
    header: 'Membership',
    cell: ({ status }) => (status === null ? '—' : <Badge tone={toneOf(status)}>{humanize(status)}</Badge>),
  },
  { key: 'plan', header: 'Plan', cell: ({ plan }) => (plan === null ? '—' : humanize(plan)) },
  {
    key: 'account',
    header: 'Account',
    cell: ({ account }) =>
      account === 'deactivated' ? <Badge tone="stop">Deactivated</Badge> : account === 'active' ? 'Yes' : 'No',
  },
  { key: 'from', header: 'Known from', cell: ({ from }) => list(from.map((source) => KNOWN_FROM_WORDS[source])) },
  { key: 'tags', header: 'Tags', isLong: true, isExtra: true, cell: ({ tags }) => list(tags) },
  {
    key: 'division',
    header: 'Division',
    isExtra: true,
    cell: ({ division }) => (division === null ? '—' : humanize(division)),
  },
  {
    key: 'unpaid',
    header: 'Unpaid',
    isExtra: true,
    cell: ({ unpaid }) => list(unpaid.map((what) => UNPAID[what])),
  },
  {
    key: 'seen',
    header: 'Last seen',
    sort: 'lastSeenOn',
    // A day without a time zone: noon is that day in every zone of the association.
    cell: ({ lastSeenOn }) => (lastSeenOn === null ? '—' : <ShortDate at={`${lastSeenOn}T12:00:00Z`} timeZone="UTC" />),
  },
  { key: 'joined', header: 'Since', sort: 'joinedAt', cell: ({ joinedAt }) => <ShortDate at={joinedAt} /> },
];

const ORDERS = [
  { value: '-joinedAt', label: 'Newest first' },
  { value: 'joinedAt', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'email', label: 'Email, A to Z' },
  { value: '-lastSeenOn', label: 'Last seen first' },
] as const;

/** All people of the association, one row for each email address. */
export const PeopleList = () => {
  const [params] = useSearchParams();
  const filters = usePersonFilters(params.get('tag'));
  if (filters === undefined) return <TableSkeleton label="Loading people" />;
  // A person who has only paid is on no list. Their complete email address still leads to their page.
  const address = emailSchema().safeParse(params.get('q') ?? '');
  return (
    <DataList
      source={peopleList}
      label="People"
      noun={['person', 'people']}
      searchHint="Name or email address"
      filters={filters}
      columns={COLUMNS}
      orders={ORDERS}
      rowName={({ name, email }) => name ?? email}
      rowPage={({ email }) => adminSectionPath('people', { email })}
      whenEmpty="People appear here when they open an account, register, subscribe or write to us."
      whenNotFound={
        address.success && <PersonLink email={address.data}>Look for payments and emails of this address</PersonLink>
      }
    />
  );
};
