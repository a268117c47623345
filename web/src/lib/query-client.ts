import { QueryClient } from '@tanstack/react-query';

/** Data-fetching defaults of the specification (section 7): no retries, no refetch on focus, data never stale. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: Infinity },
      mutations: { retry: false },
    },
  });
