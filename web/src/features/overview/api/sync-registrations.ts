import { syncAllMissing, syncOneMissing } from '@lectern/contracts/billing/admin-http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Imports registrations that the payment provider has and we do not. Returns how many registrations changed. */
export const syncAll = () => callAdmin(syncAllMissing, {});

/** The same for one member. It restores the member's registration even if it was deleted. */
export const syncOne = (body: BodyOf<typeof syncOneMissing>) => callAdmin(syncOneMissing, { body });
