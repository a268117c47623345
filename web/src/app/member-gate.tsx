import type { CurrentUser } from '@lectern/contracts/identity/model';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Button } from '../components/ui/button.tsx';
import { Outcome } from '../components/ui/outcome.tsx';
import { pathTo, type PageName } from '../config/paths.ts';
import { userQuery } from '../features/auth/api/get-user.ts';
import { logOut } from '../features/auth/api/log-out.ts';
import { ApiError } from '../lib/api-error.ts';
import { MemberContext, type Member } from '../lib/member-context.ts';
import { memberSession, useMemberToken } from '../lib/member-session.ts';
import { leaveMemberView, viewedName } from '../lib/member-view.ts';
import { personOf } from '../lib/token-person.ts';
import { toast } from '../lib/toast-store.ts';
import { PageLoading } from './layout/page-loading.tsx';
import { pageAt } from './screens.ts';
import { useAccountInStep } from './use-account-in-step.ts';

/** The toast of each member page for a visitor who is not logged in (specification, section 8, "Member"). */
const REASONS: Partial<Record<PageName, string>> = {
  dashboard: 'You need to log in to access your dashboard.',
  accountSettings: 'You need to log in to change your settings.',
  accountSubscription: 'You need to log in to manage your subscription.',
  memberResources: 'You need to log in to access member resources.',
  practiceTopics: 'You need to log in to see the practice topics.',
  recordings: 'You need to log in to watch the recordings.',
};

const ToLogin = () => {
  const { pathname, search } = useLocation();
  const page = pageAt(pathname);
  useEffect(() => {
    toast({
      title: 'Please log in',
      description: (page && REASONS[page]) ?? 'You need to log in to see this page.',
    });
  }, [page]);
  return <Navigate replace to={pathTo('login', { next: `${pathname}${search}` })} />;
};

const endSession = () => {
  if (viewedName() !== null) return leaveMemberView();
  const token = memberSession.token();
  memberSession.end('logged-out');
  toast({ title: 'Logged out', description: 'You have been successfully logged out.' });
  // The token is already gone from this browser; a server that cannot be reached lets it run out.
  logOut(token).catch(() => undefined);
};

/** A refusal of the person, as opposed to a server or a connection that is down for the moment. */
const isRefusal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status);

const Gate = () => {
  const client = useQueryClient();
  const { data: user, error, isPending, isFetching, refetch } = useQuery(userQuery);
  const refused = !isPending && (isRefusal(error) || (error === null && user == null));

  useEffect(() => {
    if (refused) memberSession.end('expired');
  }, [refused]);

  const refresh = useCallback(() => void refetch(), [refetch]);
  useAccountInStep(user, refresh);
  const merge = useCallback(
    (changes: Partial<CurrentUser>) =>
      client.setQueryData(userQuery.queryKey, (known) => (known == null ? known : { ...known, ...changes })),
    [client],
  );
  const member = useMemo<Member | null>(
    () => (user == null ? null : { user, refresh, merge, logOut: endSession }),
    [user, refresh, merge],
  );

  if (member !== null && !refused)
    return (
      <MemberContext value={member}>
        <Outlet />
      </MemberContext>
    );
  if (isPending || refused) return <PageLoading label="Loading your account" />;
  return (
    <div className="page">
      <Outcome
        mark="waiting"
        title="We could not load your account"
        lead="You are still logged in. Check your connection, then try again."
        actions={
          <Button variant="primary" onClick={() => void refetch()} busy={isFetching} busyLabel="Trying again...">
            Try again
          </Button>
        }
      />
    </div>
  );
};

/** The administrator's view ended with its quarter of an hour, or with their session. */
const ViewOver = ({ name }: { name: string }) => (
  <div className="page">
    <Outcome
      mark="stopped"
      title="This view has ended"
      lead={`You saw the site as ${name}. A view lasts 15 minutes and ends when you log out. Leave it and open another one on the page of ${name}.`}
    />
  </div>
);

/**
 * Lets members through. Without a token: shows the page's own toast and redirects to the login page, which leads back afterwards.
 * Removes a token that the server refuses; a lost connection removes nothing. A member who logs out goes to the home page,
 * and one who logs out everywhere goes to the login page.
 */
export default function MemberGate() {
  const token = useMemberToken();
  const [cameSignedIn] = useState(token !== null);
  // Another member's sign-in starts the page again; a fresh token of the same member does not.
  if (token !== null) return <Gate key={personOf(token)} />;
  const viewed = viewedName();
  if (viewed !== null) return <ViewOver name={viewed} />;
  if (cameSignedIn && memberSession.endedBy() === 'logged-out') return <Navigate replace to={pathTo('home')} />;
  if (cameSignedIn && memberSession.endedBy() === 'logged-out-everywhere')
    return <Navigate replace to={pathTo('login')} />;
  return <ToLogin />;
}
