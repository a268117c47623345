import { openOwnEntry, withdrawOwnEntry } from '@lectern/contracts/registrations/own-entry-http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The entry of an emailed link. */
export const ownEntryQuery = (token: string) =>
  queryOptions({
    queryKey: ['own-entry', token],
    queryFn: ({ signal }) => call(openOwnEntry, { body: { token }, signal }),
    retry: false,
  });

export const withdrawEntry = (body: { token: string; refund: number }) => call(withdrawOwnEntry, { body });
