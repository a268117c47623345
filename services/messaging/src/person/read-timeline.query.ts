import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readTimeline as contract } from '@lectern/contracts/messaging/rpc';
import type { TimelineItem, TimelineRequest } from '@lectern/contracts/person-timeline';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { readTimeline } from '@lectern/service-kit/person/read-timeline';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { NewsletterSubscriberRepository } from '../newsletter-subscriber/newsletter-subscriber.repository.ts';
import { SuppressedAddressRepository } from '../suppression/suppressed-address.repository.ts';
import { EmailSubjects, type SubjectOf } from './email-subjects.ts';
import { PERSONAL_DATA } from './personal-data.ts';

/** Messaging's timeline of a person, for administrators. It contains no link of an email. */
@Injectable()
export class ReadTimeline {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly subjects: EmailSubjects,
    private readonly subscribers: NewsletterSubscriberRepository,
    private readonly suppressed: SuppressedAddressRepository,
  ) {}

  @Handles(contract)
  async execute(request: TimelineRequest): Promise<RpcOutput<typeof contract>> {
    const [part, isActive, noListMail, subjectOf] = await Promise.all([
      readTimeline(this.dataSource, PERSONAL_DATA, request),
      this.subscribers.isActive(request.emailKey),
      this.suppressed.reasonsOf(request.emailKey),
      this.subjects.reader(),
    ]);
    return {
      ...part,
      items: part.items.map((item) => withSubject(item, subjectOf)),
      mailbox: { newsletter: isActive === null ? null : isActive ? 'active' : 'inactive', noListMail },
    };
  }
}

const withSubject = (item: TimelineItem, subjectOf: SubjectOf): TimelineItem => {
  if (item.what !== 'email') return item;
  // The query returns the subject's data in its place.
  const contents: unknown = item.details.subject;
  return { ...item, details: { ...item.details, subject: subjectOf(item.details.template, contents) } };
};
