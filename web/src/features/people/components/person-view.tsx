import { May } from '../../../components/console/may.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { TIMELINE_KINDS } from '@lectern/contracts/person-timeline';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSectionTitle } from '../../../components/console/section-title.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { hasStatus } from '../../../lib/api-error.ts';
import { personQuery } from '../api/people.ts';
import type { Renamed } from '../renamed.ts';
import { Credit } from './credit.tsx';
import { ChangeMembership } from './change-membership.tsx';
import { CorrectEmail } from './correct-email.tsx';
import { CorrectSubscriber } from './correct-subscriber.tsx';
import { CorrectMember } from './correct-member.tsx';
import { Duplicates } from './duplicates.tsx';
import { KindFilter } from './kind-filter.tsx';
import { MergePerson } from './merge-dialog.tsx';
import { MissingParts } from './missing-parts.tsx';
import { Notes } from './notes.tsx';
import { PersonalData } from './personal-data.tsx';
import { PersonHeader } from './person-header.tsx';
import { PersonSections } from './person-sections.tsx';
import styles from './person.module.css';
import { Registrations } from './registrations.tsx';
import { SendConfirmation } from './send-confirmation.tsx';
import { SwitchMember } from './switch-member.tsx';
import { Tags } from './tags.tsx';
import { Timeline } from './timeline.tsx';
import { ViewAsMember } from './view-as-member.tsx';
import { WriteAgain } from './write-again.tsx';

const KIND = 'kind';

/** Everything known about one email address: the person, and the timeline, newest first. */
export const PersonView = ({ email }: { email: string }) => {
  const [params, setParams] = useSearchParams();
  const kind = TIMELINE_KINDS.find((known) => known === params.get(KIND)) ?? null;
  const [renamed, setRenamed] = useState<Renamed | null>(null);
  const known = useInfiniteQuery(personQuery(email, kind, renamed));
  const person = known.data?.pages[0]?.person ?? null;
  useSectionTitle(person === null ? null : (person.name ?? person.email));
  const missing = [...new Set(known.data?.pages.flatMap((page) => page.missing))];
  const retry = () => void known.refetch();

  const back = <Link to={adminSectionPath('people')}>All people</Link>;
  if (known.isPending) return <Skeleton lines={8} label="Loading the person" />;
  if (person === null) {
    return hasStatus(known.error, 404) ? (
      <EmptyState title="No one has this email address" actions={back}>
        {`There is no account, registration, payment or email for ${email}.`}
      </EmptyState>
    ) : (
      <ErrorState title="The page could not be loaded" onRetry={retry} retrying={known.isFetching}>
        {known.error?.message}
      </ErrorState>
    );
  }
  return (
    <Stack gap={6}>
      <PersonSections person={person} />
      <PersonHeader person={person} missing={missing}>
        <May permission="people:view-as">
          {person.account !== null && person.account.deactivatedAt === null && (
            <ViewAsMember account={person.account} />
          )}
        </May>
        <May permission="memberships:write">
          {person.account !== null && person.customer?.membership != null && (
            <ChangeMembership account={person.account} membership={person.customer.membership} />
          )}
        </May>
        <May permission="people:write">
          {person.mailbox !== null && <WriteAgain email={person.email} reasons={person.mailbox.noListMail} />}
          {person.mailbox?.newsletter === 'active' && person.account?.isEmailVerified !== true && (
            <CorrectSubscriber email={person.email} />
          )}
          <MergePerson email={person.email} />
          {person.account !== null && <CorrectMember account={person.account} onRenamed={setRenamed} />}
          {person.account !== null && <SendConfirmation account={person.account} />}
          {person.account !== null && <CorrectEmail account={person.account} />}
          {person.account !== null && <SwitchMember account={person.account} customer={person.customer} />}
        </May>
      </PersonHeader>
      <MissingParts missing={missing} onRetry={retry} retrying={known.isFetching} />
      <Duplicates email={person.email} />
      {person.account !== null && (
        <May permission="payments:read">
          <Credit userId={person.account.userId} />
        </May>
      )}
      <Tags email={person.email} tags={person.tags} />
      <Registrations email={person.email} registrations={person.registrations} workshops={person.workshops} />
      <Notes email={person.email} notes={person.notes} />
      <PersonalData person={person} missing={missing} />
      <Stack as="section" gap={6} aria-labelledby="person-timeline">
        <h2 id="person-timeline" className={styles['section']}>
          Timeline
        </h2>
        <KindFilter
          counts={person.counts}
          chosen={kind}
          onChoose={(next) =>
            setParams(
              (current) => {
                const query = new URLSearchParams(current);
                if (next === null) query.delete(KIND);
                else query.set(KIND, next);
                return query;
              },
              { replace: true },
            )
          }
        />
        <div aria-busy={known.isPlaceholderData}>
          <Timeline email={person.email} items={known.data?.pages.flatMap((page) => page.items) ?? []} />
        </div>
        {known.isFetchNextPageError && (
          <ErrorState
            title="The older part of the timeline could not be loaded"
            onRetry={() => void known.fetchNextPage()}
            retrying={known.isFetchingNextPage}
          />
        )}
        {known.hasNextPage && !known.isFetchNextPageError && (
          <div className={styles['more']}>
            <Button onClick={() => void known.fetchNextPage()} busy={known.isFetchingNextPage} busyLabel="Loading...">
              Load older
            </Button>
          </div>
        )}
      </Stack>
    </Stack>
  );
};
