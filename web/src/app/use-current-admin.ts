import { getCurrentAdmin, type CurrentAdmin } from '@lectern/contracts/identity/administrator-http';
import type { AdminProfile } from '@lectern/contracts/identity/model';
import { ROLE_PERMISSIONS } from '@lectern/contracts/identity/permission';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { adminSession } from '../lib/admin-session.ts';
import { ApiError } from '../lib/api-error.ts';
import { callAdmin } from '../lib/call-admin.ts';

const QUERY_KEY = ['admin', 'me'];
/** How long another administrator's change of the role may stay unnoticed on a page where nothing is requested. */
const AGAIN_MS = 60_000;

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'permission_missing' || error.code === 'second_factor_missing');

/** Calls back when the server refuses a request because of the role. */
const onRefusal = (client: QueryClient, refresh: () => void): (() => void) => {
  const ends = [
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.state.status === 'error' && isRefusal(query.state.error)) refresh();
    }),
    client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation.state.status === 'error' && isRefusal(mutation.state.error)) refresh();
    }),
  ];
  return () => ends.forEach((end) => end());
};

/**
 * The signed-in administrator with the permissions of the role. Until the server has answered, those of the role at the login. A
 * refusal of the server, and each minute, refresh them.
 */
export const useCurrentAdmin = (stored: AdminProfile): CurrentAdmin => {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => callAdmin(getCurrentAdmin, { signal }),
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
  useEffect(
    () => onRefusal(client, () => void client.invalidateQueries({ queryKey: QUERY_KEY }, { cancelRefetch: false })),
    [client],
  );
  useEffect(() => {
    if (data !== undefined) adminSession.update(data);
  }, [data]);
  return data ?? { ...stored, permissions: [...ROLE_PERMISSIONS[stored.role]], needsSecondFactor: false };
};
