import type { Actor, AdminProfile, RequestOrigin } from '@lectern/contracts/identity/model';
import type { Permission } from '@lectern/contracts/identity/permission';
import { requirePermission } from '@lectern/contracts/identity/require-permission';
import type { Caller } from './serves.decorator.ts';

/** The administrator of a call with the role that the services check, and its origin for the record of admin actions. */
export const actingIn = ({
  caller,
  origin,
}: {
  readonly caller: { readonly admin: AdminProfile };
  readonly origin: RequestOrigin;
}): Actor => ({
  adminId: caller.admin.id,
  role: caller.admin.role,
  origin,
});

/** The actor of a call that requires more than its route. Throws `permission_missing`. */
export const actorWhoMay = (call: Parameters<typeof actingIn>[0], permission: Permission): Actor => {
  requirePermission(call.caller.admin.role, permission);
  return actingIn(call);
};

/** The administrator who confirms something, and the session that its failures count for. */
export const confirmingIn = (
  call: Parameters<typeof actingIn>[0] & { readonly caller: Caller },
): { by: Actor; sessionId: string } => ({
  by: actingIn(call),
  sessionId: call.caller.claims.tokenId,
});
