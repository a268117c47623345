import { useQuery } from '@tanstack/react-query';
import { SignedInAt } from '../../../components/sessions/signed-in-at.tsx';
import { adminSession } from '../../../lib/admin-session.ts';
import { adminSessionsQuery, endOwnAdminSessions } from '../api/admin-sessions.ts';

/** Where the administrator is signed in. */
export const AdminSessions = () => (
  <SignedInAt query={useQuery(adminSessionsQuery)} end={endOwnAdminSessions} onToken={adminSession.renew} />
);
