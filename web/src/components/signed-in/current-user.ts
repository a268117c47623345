import type { CurrentUser } from '@lectern/contracts/identity/model';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemberToken } from '../../lib/member-session.ts';

const currentUserQuery = queryOptions({
  // The member gate's query: a public page shares its cached result.
  queryKey: ['member', 'user'],
  // Loaded on demand: visitors do not need its schemas.
  queryFn: async ({ signal }) => (await import('./get-current-user.ts')).getCurrentUser(signal),
});

/** The signed-in member, on a public page. Undefined for visitors, and until it is known. */
export const useCurrentUser = (): CurrentUser | undefined => {
  const token = useMemberToken();
  const { data } = useQuery({ ...currentUserQuery, enabled: token !== null });
  return token === null ? undefined : data;
};
