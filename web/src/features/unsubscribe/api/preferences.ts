import { choosePreferences, readPreferences } from '@lectern/contracts/messaging/preferences-http';
import type { ListChoices } from '@lectern/contracts/messaging/preferences-model';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

interface Link {
  readonly email: string;
  readonly key: string;
}

/** Which emails come to the address of an email's link. A link that is not ours is not asked about twice. */
export const preferencesQuery = (link: Link) =>
  queryOptions({
    queryKey: ['mail-preferences', link],
    queryFn: ({ signal }) => call(readPreferences, { query: { ...link }, signal }),
    retry: false,
  });

/** Idempotent. */
export const chooseLists = (link: Link, lists: ListChoices) => call(choosePreferences, { body: { ...link, lists } });
