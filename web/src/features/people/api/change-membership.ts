import type { MembershipAction } from '@lectern/contracts/billing/membership-action';
import { changeMembership, previewMembershipAction } from '@lectern/contracts/billing/membership-action-http';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** The effects that an action would have now. Nothing is changed. `attempt`: counts the openings of the dialog, and its refusals. */
export const effectsQuery = (userId: string, action: MembershipAction, attempt: number) =>
  queryOptions({
    queryKey: ['admin', 'membership-effects', userId, action, attempt],
    queryFn: ({ signal }) => callAdmin(previewMembershipAction, { params: { userId }, body: { action }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** Changes the membership; the response's message says how. */
export const change = ({ userId, body }: { readonly userId: string; readonly body: BodyOf<typeof changeMembership> }) =>
  callAdmin(changeMembership, { params: { userId }, body });
