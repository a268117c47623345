import { Injectable } from '@nestjs/common';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { deliverEmails } from '../jobs.ts';
import { DueEmails } from './due-emails.ts';

@Injectable()
export class DeliverEmailsJob {
  constructor(private readonly due: DueEmails) {}

  @HandlesJob(deliverEmails)
  async run(): Promise<void> {
    await this.due.send();
  }
}
