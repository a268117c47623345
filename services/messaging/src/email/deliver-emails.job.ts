import { Injectable } from '@nestjs/common';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { deliverEmails } from '../jobs.ts';
import { DeliverEmails } from './deliver-emails.use-case.ts';

@Injectable()
export class DeliverEmailsJob {
  constructor(private readonly deliver: DeliverEmails) {}

  @HandlesJob(deliverEmails)
  async run(): Promise<void> {
    await this.deliver.execute();
  }
}
