import { liftSuppression } from '@lectern/contracts/system/people-http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export type Suppression = BodyOf<typeof liftSuppression>;

/** Lets campaigns write to an address again; the message says so. */
export const writeAgain = (body: Suppression) => callAdmin(liftSuppression, { body });
