import { Injectable } from '@nestjs/common';
import { contactsChanged } from '@lectern/contracts/registrations/events';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import { ContactChangeRepository } from './contact-change.repository.ts';

/** Tells messaging whom its campaigns reach. */
export const publishContacts = job({ service: 'registrations', name: 'publish-contacts', everySeconds: 3 });

/** Registrations in one event. */
const BATCH = 500;

/**
 * Tells what became of registrations that changed, each batch in the transaction that takes its changes away: nothing is told
 * twice or forgotten. What is told is read then, not when it changed, and carries a version that grows; so the newest wins in
 * whatever order it is heard. A whole list that is brought in at once is told in as many events as it takes.
 */
@Injectable()
export class PublishContacts {
  constructor(
    private readonly transactor: Transactor,
    private readonly changes: ContactChangeRepository,
    private readonly jobs: JobQueue,
  ) {}

  @HandlesJob(publishContacts)
  async run(): Promise<void> {
    const isMore = await takeTurn(async () => (await this.publishBatch()) > 0);
    if (isMore) this.jobs.wake(publishContacts, {}, { key: 'more' });
  }

  private async publishBatch(): Promise<number> {
    return this.transactor.run(async (tx) => {
      await this.changes.lock(tx);
      const contacts = await this.changes.take(tx, BATCH);
      if (contacts.length > 0) await tx.publish(contactsChanged, { contacts });
      return contacts.length;
    });
  }
}
