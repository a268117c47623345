import { changeMemberCredit, getMemberCredit } from '@lectern/contracts/billing/credit-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export const creditQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'people', 'credit', userId],
    queryFn: ({ signal }) => callAdmin(getMemberCredit, { params: { userId }, signal }),
    staleTime: 0,
  });

/** Gives or withdraws credit. */
export const changeCredit = ({ userId, ...body }: { readonly userId: string } & BodyOf<typeof changeMemberCredit>) =>
  callAdmin(changeMemberCredit, { params: { userId }, body });
