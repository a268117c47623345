import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { takeTurn } from '@lectern/service-kit/jobs/take-turn';
import { keepListedPeople } from '../jobs.ts';
import { ListedPersonRepository } from './listed-person.repository.ts';

/** Mailboxes per transaction. */
const BATCH = 500;

/** Makes the rows of changed mailboxes again, each batch in the transaction that deletes its marks, so none is lost. */
@Injectable()
export class KeepListedPeople {
  constructor(
    private readonly transactor: Transactor,
    private readonly people: ListedPersonRepository,
    private readonly jobs: JobQueue,
  ) {}

  @HandlesJob(keepListedPeople)
  async run(): Promise<void> {
    const isMore = await takeTurn(() => this.transactor.run((tx) => this.people.remakeMarked(tx, BATCH)));
    if (isMore) this.jobs.wake(keepListedPeople, {}, { key: 'more' });
  }
}
