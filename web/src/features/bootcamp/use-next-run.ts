import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '../../components/events/list-events.ts';
import { nextOpen } from '../../components/events/upcoming.ts';

/** The run that a registration goes to; undefined while it loads, and where none is open. */
export const useNextRun = () => {
  const { data, isPending } = useQuery(eventsQuery);
  return { run: nextOpen(data ?? [], 'bootcamp'), isPending };
};
