import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { pathTo } from '../config/paths.ts';
import { adminSession, useAdminToken } from '../lib/admin-session.ts';
import { parseAdmin } from '../lib/parse-admin.ts';
import { toast } from '../lib/toast-store.ts';
import { ConsoleShell } from './layout/console-shell.tsx';

const Expired = () => {
  useEffect(() => {
    // Nothing is left of a session that cannot be read.
    adminSession.end('expired');
    toast({ title: 'Session expired', description: 'Please log in again.', variant: 'destructive' });
  }, []);
  return <Navigate replace to={pathTo('adminLogin')} />;
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
  if (admin !== null) return <ConsoleShell admin={admin} />;
  if (token !== null || (cameSignedIn && adminSession.endedBy() === 'expired')) return <Expired />;
  return <Navigate replace to={pathTo('adminLogin')} />;
};
