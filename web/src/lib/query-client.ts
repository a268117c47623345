import { QueryClient } from '@tanstack/react-query';

/**
 * Data-fetching defaults of the specification (section 7): no retries, no refetch on focus, data never stale. Without a connection
 * a call fails at once and is told, instead of waiting for one.
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
