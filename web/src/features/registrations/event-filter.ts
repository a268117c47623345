import { PAGE_MAX } from '@lectern/contracts/page';
import { listAdminEvents } from '@lectern/contracts/registrations/admin-http';
import type { ShownEvent } from '@lectern/contracts/registrations/admin-model';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListFilter } from '../../components/console/list-view.ts';
import { callAdmin } from '../../lib/call-admin.ts';
import { formatDate } from '../../lib/format.ts';

/** The newest events, for filters and the numbers of the chosen one. */
export const eventsQuery = queryOptions({
  queryKey: ['admin', 'event-names'],
  queryFn: async ({ signal }) => {
    const answer = await callAdmin(listAdminEvents, { query: { limit: PAGE_MAX }, signal });
    return Array.isArray(answer) ? answer : answer.items;
  },
});

const WORDS = {
  tournament: { label: 'Tournament', all: 'All tournaments' },
  bootcamp: { label: 'Bootcamp', all: 'All bootcamps' },
  workshop: { label: 'Workshop', all: 'All workshops' },
} as const;

const optionOf = ({ id, title, datetime }: ShownEvent) => ({ value: id, label: `${title}, ${formatDate(datetime)}` });

/**
 * The filters of a list of registrations, with one by event. Undefined until the events are known, because a list forgets values of
 * filters that it does not know; where they cannot be loaded, the list has the other filters.
 */
export const useEventFilters = (
  type: keyof typeof WORDS,
  others: readonly ListFilter[],
): readonly ListFilter[] | undefined => {
  const { data, isPending } = useQuery(eventsQuery);
  return useMemo(() => {
    if (isPending) return undefined;
    const options = (data ?? []).filter((event) => event.type === type).map(optionOf);
    return options.length === 0 ? others : [{ key: 'event', ...WORDS[type], options }, ...others];
  }, [data, isPending, type, others]);
};
