import type { QueryClient } from '@tanstack/react-query';

const ADMIN = ['admin'];

/**
 * Requests all data of the console again after a change. Also data that is being requested for the first time, such as the rows of a new
 * search: `invalidateQueries` alone keeps that request, whose answer may be older than the change.
 */
export const requestAgain = (client: QueryClient): void => {
  // Silently: the request that follows immediately takes the place of the cancelled one.
  void client.cancelQueries(
    { queryKey: ADMIN, type: 'active', predicate: ({ state }) => state.data === undefined },
    { silent: true },
  );
  void client.invalidateQueries({ queryKey: ADMIN });
};
