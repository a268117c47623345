import { useQuery } from '@tanstack/react-query';
import { memberSession } from '../../../lib/member-session.ts';
import { endMemberSessions, memberSessionsQuery } from '../api/member-sessions.ts';
import { SignedInAt } from '../../../components/sessions/signed-in-at.tsx';

/** Where the member is signed in. */
export const MemberSessions = () => (
  <SignedInAt query={useQuery(memberSessionsQuery)} end={endMemberSessions} onToken={memberSession.start} />
);
