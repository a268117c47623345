import type { CurrentUser } from '@lectern/contracts/identity/model';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemberToken } from '../../lib/member-session.ts';

const currentUserQuery = queryOptions({
  // The member gate's own: a public page asks no second time.
  queryKey: ['member', 'user'],
  // Its schemas are no visitor's to load.
  queryFn: async ({ signal }) => (await import('./get-current-user.ts')).getCurrentUser(signal),
});

/** Who is signed in, on a page that everybody may see. Undefined for visitors, and until it is known. */
export const useCurrentUser = (): CurrentUser | undefined => {
  const token = useMemberToken();
  const { data } = useQuery({ ...currentUserQuery, enabled: token !== null });
  return token === null ? undefined : data;
};
