import { Injectable } from '@nestjs/common';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { deliverLetters } from './deliver-letters.contract.ts';
import { DeliverLetters } from './deliver-letters.use-case.ts';

@Injectable()
export class DeliverLettersJob {
  constructor(private readonly deliver: DeliverLetters) {}

  @HandlesJob(deliverLetters)
  async run(): Promise<void> {
    await this.deliver.execute();
  }
}
