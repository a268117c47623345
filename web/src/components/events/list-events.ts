import { queryOptions } from '@tanstack/react-query';

/** Tournaments and bootcamp runs that are not over, soonest first. */
export const eventsQuery = queryOptions({
  queryKey: ['events'],
  // The schemas of the call are not needed to draw the page.
  queryFn: async ({ signal }) => (await import('./get-events.ts')).getEvents(signal),
});
