import * as z from 'zod/mini';
import { event } from '../event.ts';
import { uuid } from '../fields.ts';
import { performedAction } from '../identity/model.ts';
import { personRecord } from '../person-record.ts';

/**
 * Messaging erased the holder of a deleted account, except the entries that prevent further emails. Once for each event
 * that reports the deletion.
 */
export const personErased = event({
  name: 'messaging.person-erased.v1',
  payload: z.object({ userId: uuid() }),
  subscribers: ['identity'],
});

/** Subscribers and contact messages that changed, for the list of people. See {@link personRecord}. */
export const personRecordsChanged = event({
  name: 'messaging.person-records-changed.v1',
  payload: z.object({ records: z.array(personRecord(['newsletter', 'contact'])) }),
  subscribers: ['identity'],
});

/** Messaging moved everything of a merged mailbox. Once for each event that reports the merge. */
export const personMerged = event({
  name: 'messaging.person-merged.v1',
  payload: z.object({ mergeId: uuid() }),
  subscribers: ['identity'],
});

/** An administrator changed something in messaging; published in the transaction of the change. Identity keeps the record. */
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
    'correct_subscriber',
    'delete_subscriber',
    'add_canned_reply',
    'edit_canned_reply',
    'delete_canned_reply',
    'assign_conversation',
    'reply_to_conversation',
    'close_conversation',
    'reopen_conversation',
  ]),
  subscribers: ['identity'],
});
