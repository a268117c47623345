import { email as emailSchema } from '@lectern/contracts/fields';
import { SEARCH_MAX } from '@lectern/contracts/page';
import type { FoundPerson } from '@lectern/contracts/person-timeline';
import { useQuery } from '@tanstack/react-query';
import type { DataColumn } from '../../../components/console/data-table/data-column.ts';
import { DataTable } from '../../../components/console/data-table/data-table.tsx';
import listStyles from '../../../components/console/data-table/data-list.module.css';
import { TableSkeleton } from '../../../components/console/data-table/table-skeleton.tsx';
import { countOf } from '../../../components/console/list-view.ts';
import { PersonLink } from '../../../components/console/person-link.tsx';
import { RowName } from '../../../components/console/row-name.tsx';
import { useListView } from '../../../components/console/use-list-view.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { cx } from '../../../lib/cx.ts';
import { peopleQuery, SHORTEST_SEARCH } from '../api/people.ts';
import { MissingParts } from './missing-parts.tsx';
import styles from './person.module.css';

const KNOWN_FROM: Record<FoundPerson['from'][number], string> = {
  account: 'Account',
  debate_club: 'Debate Club',
  tournaments: 'Tournaments',
  bootcamp: 'Bootcamp',
  newsletter: 'Newsletter',
};

const COLUMNS: readonly DataColumn<FoundPerson>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => <RowName>{name ?? '—'}</RowName> },
  { key: 'email', header: 'Email', isLong: true, cell: ({ email }) => <PersonLink email={email} /> },
  {
    key: 'from',
    header: 'Found in',
    cell: ({ from }) => (
      <span className={styles['badges']}>
        {from.map((list) => (
          <Badge key={list}>{KNOWN_FROM[list]}</Badge>
        ))}
      </span>
    ),
  },
];

const SHAPE = { filters: [], sorts: [] } as const;

/** Searches all known people by name or email address. */
export const PeopleSearch = () => {
  const { view, typed, type } = useListView(SHAPE);
  const found = useQuery(peopleQuery(view.q));
  const { people, hasMore, missing } = found.data ?? { people: [], hasMore: false, missing: [] };
  const isAsked = view.q.length >= SHORTEST_SEARCH;
  // A person who has only sent messages or paid is on no list. Their complete email address still leads to their page.
  const address = emailSchema().safeParse(view.q);
  return (
    <Stack as="section" gap={4} aria-label="People">
      <div className={listStyles['filters']} role="search">
        <TextField
          label="Search people"
          type="search"
          maxLength={SEARCH_MAX}
          placeholder="Name or email address"
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <p>
        One person can be in several lists. An account lets a person log in; an account with a running membership is a
        member. A registration is a row in the Debate Club, tournament or bootcamp list. A subscriber gets the
        newsletter.
      </p>
      <p className={listStyles['count']} role="status">
        {isAsked &&
          found.isSuccess &&
          !found.isPlaceholderData &&
          (hasMore
            ? `The first ${people.length} people. Type more to find others.`
            : countOf(people.length, ['person', 'people']))}
      </p>
      {isAsked && <MissingParts missing={missing} onRetry={() => void found.refetch()} retrying={found.isFetching} />}
      {!isAsked ? (
        <EmptyState title="Find a person">
          Enter at least two letters of a name or an email address. The search covers accounts, registrations and
          newsletter subscribers.
        </EmptyState>
      ) : found.isPending ? (
        <TableSkeleton label="Searching" />
      ) : found.isError ? (
        <ErrorState title="The search failed" onRetry={() => void found.refetch()} retrying={found.isFetching}>
          {found.error.message}
        </ErrorState>
      ) : people.length === 0 ? (
        <EmptyState title="No one was found">
          {address.success ? (
            <>
              No account, registration or newsletter subscriber has this email address.{' '}
              <PersonLink email={address.data}>Look for payments and emails</PersonLink>
            </>
          ) : (
            'Check the spelling, or search for part of the email address. A person who only wrote to us or paid is found with the full email address.'
          )}
        </EmptyState>
      ) : (
        <div className={cx(found.isPlaceholderData && listStyles['waiting'])} aria-busy={found.isPlaceholderData}>
          <DataTable
            caption="People found"
            columns={COLUMNS}
            rows={people}
            rowKey={({ email }) => email}
            rowName={({ name, email }) => name ?? email}
            rowPage={({ email }) => adminSectionPath('people', { email })}
          />
        </div>
      )}
    </Stack>
  );
};
