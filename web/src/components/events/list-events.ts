import { queryOptions } from '@tanstack/react-query';

/** Tournaments and bootcamp runs that are not over, soonest first. */
export const eventsQuery = queryOptions({
  queryKey: ['events'],
  // Loaded apart: the page renders without the schemas of the call.
  queryFn: async ({ signal }) => (await import('./get-events.ts')).getEvents(signal),
});
