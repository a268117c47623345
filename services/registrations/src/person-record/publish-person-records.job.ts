import { Injectable } from '@nestjs/common';
import { personRecordsChanged } from '@lectern/contracts/registrations/events';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import { PersonRecordChanges } from '@lectern/service-kit/person/person-record-changes';

/** Publishes registrations for the list of people. */
export const publishPersonRecords = job({ service: 'registrations', name: 'publish-person-records', everySeconds: 3 });

/** Registrations per event. */
const BATCH = 500;

/** Staff deleted hidden registrations, and erased ones have no address. An unpaid place can be paid until the event's deadline. */
const CURRENT = `
  SELECT changed.source, changed.id, club.user_id, club.email, btrim(club.first_name || ' ' || club.last_name) AS name, club.division, NULL::uuid AS event_id,
    club.billing_cycle AS plan, club.status, NULL::timestamptz AS unpaid_until, club.registered_at AS since
  FROM changed JOIN debate_club_registrations club ON club.id = changed.id
  WHERE changed.source = 'debate_club' AND club.hidden_at IS NULL AND club.email_key NOT LIKE 'erased:%'
  UNION ALL
  SELECT changed.source, changed.id, CASE WHEN NOT entry.in_other_name THEN entry.user_id END, entry.email, btrim(entry.first_name || ' ' || entry.last_name), entry.division, entry.event_id, NULL, NULL,
    CASE WHEN entry.payment_status = 'pending' AND entry.waitlisted_at IS NULL THEN events.registration_deadline END, entry.registered_at
  FROM changed JOIN tournament_registrations entry ON entry.id = changed.id JOIN events ON events.id = entry.event_id
  WHERE changed.source = 'tournaments' AND entry.email_key NOT LIKE 'erased:%'
  UNION ALL
  SELECT changed.source, changed.id, CASE WHEN NOT seat.in_other_name THEN seat.user_id END, seat.email, btrim(seat.first_name || ' ' || seat.last_name), NULL, seat.event_id, NULL, NULL,
    CASE WHEN seat.payment_status = 'pending' AND seat.seat <> 'waiting' THEN events.registration_deadline END, seat.registered_at
  FROM changed JOIN bootcamp_registrations seat ON seat.id = changed.id JOIN events ON events.id = seat.event_id
  WHERE changed.source = 'bootcamp' AND seat.hidden_at IS NULL AND seat.email_key NOT LIKE 'erased:%'`;

/** Publishes the registrations that changed. See {@link PersonRecordChanges}. */
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
