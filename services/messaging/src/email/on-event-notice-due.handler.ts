import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { eventNoticeDue } from '@lectern/contracts/registrations/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { eventNoticeEmail } from './templates/event-notice.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Emails people with a place in an event its notices, each of them once. `DueEmails` drops those that are out of date by then. */
@Injectable()
export class OnEventNoticeDue {
  constructor(private readonly emails: WriteEmail) {}

  @HandlesEvent(eventNoticeDue)
  async handle({ email, ...data }: EventPayload<typeof eventNoticeDue>, tx: Transaction): Promise<void> {
    await this.emails.toPerson(tx, eventNoticeEmail, {
      dedupeKey: `event-notice:${data.registrationId}:${data.noticeId}`,
      to: email,
      userId: data.userId,
      data,
    });
  }
}
