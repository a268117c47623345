import { openEventAccess } from '@lectern/contracts/registrations/event-access-http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const AGAIN_MS = 60_000;

/** The event of an emailed link. Asked again every minute until the link to its meeting is there. */
export const eventAccessQuery = (token: string) =>
  queryOptions({
    queryKey: ['event-access', token],
    queryFn: ({ signal }) => call(openEventAccess, { body: { token }, signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.zoomLink === null ? AGAIN_MS : false),
  });
