import { choosePreferences, readPreferences } from '@lectern/contracts/messaging/preferences-http';
import type { ListChoices } from '@lectern/contracts/messaging/preferences-model';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

interface Link {
  readonly email: string;
  readonly key: string;
}

/** The list choices of the address in an email's link. An invalid link is not requested again. */
export const preferencesQuery = (link: Link) =>
  queryOptions({
    queryKey: ['mail-preferences', link],
    queryFn: ({ signal }) => call(readPreferences, { query: { ...link }, signal }),
    retry: false,
  });

/** Saves the list choices. Idempotent. */
export const chooseLists = (link: Link, lists: ListChoices) => call(choosePreferences, { body: { ...link, lists } });
