import { Injectable } from '@nestjs/common';
import { personRecordsChanged } from '@lectern/contracts/messaging/events';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import { PersonRecordChanges } from '@lectern/service-kit/person/person-record-changes';

/** Publishes subscribers and people who wrote to us, for the list of people. */
export const publishPersonRecords = job({ service: 'messaging', name: 'publish-person-records', everySeconds: 3 });

/** Records per event. */
const BATCH = 500;

const NOTHING =
  'NULL AS division, NULL::uuid AS event_id, NULL AS plan, NULL AS status, NULL::timestamptz AS unpaid_until';
const CURRENT = `
  SELECT changed.source, changed.id, NULL::uuid AS user_id, subscriber.email, '' AS name, ${NOTHING}, subscriber.subscribed_at AS since
  FROM changed JOIN newsletter_subscribers subscriber ON subscriber.id = changed.id WHERE changed.source = 'newsletter'
  UNION ALL
  SELECT changed.source, changed.id, message.user_id, message.email, btrim(message.name), ${NOTHING}, message.created_at
  FROM changed JOIN contact_messages message ON message.id = changed.id WHERE changed.source = 'contact'`;

/** Publishes the records that changed. See {@link PersonRecordChanges}. */
@Injectable()
export class PublishPersonRecords {
  constructor(
    private readonly changes: PersonRecordChanges,
    private readonly jobs: JobQueue,
  ) {}

  @HandlesJob(publishPersonRecords)
  async run(): Promise<void> {
    const isMore = await takeTurn(() => this.changes.publishMarked(BATCH, CURRENT, personRecordsChanged));
    if (isMore) this.jobs.wake(publishPersonRecords, {}, { key: 'more' });
  }
}
