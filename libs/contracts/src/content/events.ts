import { event } from '../event.ts';
import { adminDeed } from '../identity/model.ts';

/** An administrator changed something here; published in the transaction of the change. The record of it is identity's. */
export const adminActed = event({
  name: 'content.admin-acted.v1',
  payload: adminDeed,
  subscribers: ['identity'],
});
