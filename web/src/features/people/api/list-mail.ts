import { correctSubscriberAddress } from '@lectern/contracts/messaging/subscriber-address-http';
import { liftSuppression } from '@lectern/contracts/system/people-http';
import type { BodyOf } from '../../../lib/api-client.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

export type Suppression = BodyOf<typeof liftSuppression>;

/** Allows campaign emails to an address again; the response has a message for the toast. */
export const writeAgain = (body: Suppression) => callAdmin(liftSuppression, { body });

/** Emails a link to the address that a subscriber meant; the response has a message for the toast. */
export const correctSubscriber = (body: BodyOf<typeof correctSubscriberAddress>) =>
  callAdmin(correctSubscriberAddress, { body });
