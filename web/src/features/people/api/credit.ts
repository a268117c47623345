import { getMemberCredit } from '@lectern/contracts/billing/credit-http';
import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '../../../lib/call-admin.ts';

export const creditQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'people', 'credit', userId],
    queryFn: ({ signal }) => callAdmin(getMemberCredit, { params: { userId }, signal }),
    staleTime: 0,
  });
