import { syncAllMissing, syncOneMissing } from '@lectern/contracts/billing/admin-http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** Takes over what the payment provider knows and we do not. Answers how many registrations that touched. */
export const syncAll = () => callAdmin(syncAllMissing, {});

/** The same for one member, whose registration comes back even if it was deleted. */
export const syncOne = (body: BodyOf<typeof syncOneMissing>) => callAdmin(syncOneMissing, { body });
