import { Injectable } from '@nestjs/common';
import { contactsChanged } from '@lectern/contracts/registrations/events';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import { ContactChangeRepository } from './contact-change.repository.ts';

/** Publishes the contacts of messaging's campaigns. */
export const publishContacts = job({ service: 'registrations', name: 'publish-contacts', everySeconds: 3 });

/** Registrations per event. */
const BATCH = 500;

/**
 * Publishes the registrations that changed, each batch in the transaction that deletes its changes, so none is published twice or
 * lost. Contacts are read when they are published, not when they changed, and carry a growing version, so the latest wins in any
 * order of arrival. A long imported list takes several events.
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
