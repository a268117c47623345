import { listPayments } from '@lectern/contracts/billing/http';
import { queryOptions } from '@tanstack/react-query';
import { callMember } from '../../../lib/call-member.ts';

export const paymentsQuery = queryOptions({
  queryKey: ['member', 'payments'],
  queryFn: ({ signal }) => callMember(listPayments, { signal }),
});
