import { listDocuments } from '@lectern/contracts/content/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Every document, in the order of lists; those of members too. */
export const documentsQuery = queryOptions({
  queryKey: ['documents'],
  queryFn: ({ signal }) => call(listDocuments, { signal }),
});
