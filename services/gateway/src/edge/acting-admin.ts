import type { ActingAdmin, AdminProfile, RequestOrigin } from '@lectern/contracts/identity/model';

/** Who acts in an administrator's call, and from where, as the record of actions keeps it. */
export const actingIn = ({ caller, origin }: { readonly caller: { readonly admin: AdminProfile }; readonly origin: RequestOrigin }): ActingAdmin => ({
  adminId: caller.admin.id,
  origin,
});
