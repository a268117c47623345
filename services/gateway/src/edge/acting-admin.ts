import type { ActingAdmin, AdminProfile, RequestOrigin } from '@lectern/contracts/identity/model';
import type { Caller } from './serves.decorator.ts';

/** The administrator of a call, and its origin, for the record of admin actions. */
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

/** The administrator who confirms something, and the session that its failures count for. */
export const confirmingIn = (
  call: Parameters<typeof actingIn>[0] & { readonly caller: Caller },
): { by: ActingAdmin; sessionId: string } => ({
  by: actingIn(call),
  sessionId: call.caller.claims.tokenId,
});
