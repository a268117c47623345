import { QueryClient } from '@tanstack/react-query';

/**
 * Data-fetching defaults of the specification (section 7): no retries, no refetch on focus, data never stale. Without a connection
 * a call fails immediately and shows its error, instead of waiting for the connection.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
