import { useQuery } from '@tanstack/react-query';
import { eventsQuery } from '../../components/events/list-events.ts';
import { nextOpen } from '../../components/events/upcoming.ts';

/** The run that a registration goes to; undefined while it loads, and where none is open (`isNoneOpen`). */
export const useNextRun = () => {
  const { data, isPending, isSuccess } = useQuery(eventsQuery);
  const run = nextOpen(data ?? [], 'bootcamp');
  return { run, isPending, isNoneOpen: isSuccess && run === undefined };
};
