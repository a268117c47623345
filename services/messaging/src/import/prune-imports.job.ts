import { Injectable } from '@nestjs/common';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { ListImports } from '@lectern/service-kit/list-import/list-imports';

export const pruneImports = job({ service: 'messaging', name: 'prune-imports', everySeconds: 3_600 });

@Injectable()
export class PruneImports {
  constructor(
    private readonly transactor: Transactor,
    private readonly imports: ListImports,
  ) {}

  @HandlesJob(pruneImports)
  async run(): Promise<void> {
    await this.transactor.run((tx) => this.imports.prune(tx));
  }
}
