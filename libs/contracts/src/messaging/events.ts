import * as z from 'zod/mini';
import { event } from '../event.ts';
import { uuid } from '../fields.ts';
import { performedAction } from '../identity/model.ts';

/** Of a deleted account's holder nothing is left here but what keeps mail from them. Once for each telling of the deletion. */
export const personErased = event({
  name: 'messaging.person-erased.v1',
  payload: z.object({ userId: uuid() }),
  subscribers: ['identity'],
});

/** An administrator changed something here; published in the transaction of the change. The record of it is identity's. */
export const adminActed = event({
  name: 'messaging.admin-acted.v1',
  payload: performedAction([
    'create_campaign',
    'edit_campaign',
    'test_campaign',
    'delete_campaign',
    'send_campaign',
    'schedule_campaign',
    'unschedule_campaign',
    'pause_campaign',
    'resume_campaign',
    'cancel_campaign',
    'send_campaign_to_missed',
    'import_newsletter_subscribers',
    'lift_suppression',
    'delete_subscriber',
  ]),
  subscribers: ['identity'],
});
