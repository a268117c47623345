import type { ActingAdmin, AdminProfile, RequestOrigin } from '@lectern/contracts/identity/model';
import type { Caller } from './serves.decorator.ts';

/** Who acts in an administrator's call, and from where, as the record of actions keeps it. */
export const actingIn = ({
  caller,
  origin,
}: {
  readonly caller: { readonly admin: AdminProfile };
  readonly origin: RequestOrigin;
}): ActingAdmin => ({
  adminId: caller.admin.id,
  origin,
});

/** Who confirms something, and in which session, whose failures count by themselves. */
export const confirmingIn = (
  call: Parameters<typeof actingIn>[0] & { readonly caller: Caller },
): { by: ActingAdmin; sessionId: string } => ({
  by: actingIn(call),
  sessionId: call.caller.claims.tokenId,
});
