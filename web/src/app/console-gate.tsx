import type { AdminProfile } from '@lectern/contracts/identity/model';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { AdminContext } from '../components/console/admin-context.ts';
import { pathTo } from '../config/paths.ts';
import { PageLoading } from './layout/page-loading.tsx';
import { useCurrentAdmin } from './use-current-admin.ts';
import { adminSession, useAdminToken } from '../lib/admin-session.ts';
import { parseAdmin } from '../lib/parse-admin.ts';
import { toast } from '../lib/toast-store.ts';
import { ConsoleShell } from './layout/console-shell.tsx';

const SecondFactorGate = lazy(() => import('./routes/console/second-factor-gate.tsx'));

const Expired = () => {
  useEffect(() => {
    // Nothing is left of a session that cannot be read.
    adminSession.end('expired');
    toast({ title: 'Session expired', description: 'Please log in again.', variant: 'destructive' });
  }, []);
  return <Navigate replace to={pathTo('adminLogin')} />;
};

const SignedIn = ({ stored }: { stored: AdminProfile }) => {
  const admin = useCurrentAdmin(stored);
  // The setup satisfies the role before the administrator has kept the codes.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <AdminContext value={admin}>
      {admin.needsSecondFactor || codes !== null ? (
        <Suspense fallback={<PageLoading />}>
          <SecondFactorGate codes={codes} onTurnedOn={setCodes} onKept={() => setCodes(null)} />
        </Suspense>
      ) : (
        <ConsoleShell />
      )}
    </AdminContext>
  );
};

/** The characters that a header can carry: visible ASCII. */
const SENDABLE = /^[\x21-\x7e]+$/;

/**
 * Lets administrators through: with a stored token and a stored user that can be read. A token without a readable user, or that cannot
 * be sent, ends as an expired session does. Anybody else signs in first.
 */
export const ConsoleGate = () => {
  const token = useAdminToken();
  const [cameSignedIn] = useState(token !== null);
  const admin = token === null || !SENDABLE.test(token) ? null : parseAdmin(adminSession.storedAdmin());
  if (admin !== null) return <SignedIn stored={admin} />;
  if (token !== null || (cameSignedIn && adminSession.endedBy() === 'expired')) return <Expired />;
  return <Navigate replace to={pathTo('adminLogin')} />;
};
