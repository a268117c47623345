import { Injectable } from '@nestjs/common';
import { forgetVersions } from '@lectern/contracts/messaging/operator-rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';

@Injectable()
export class ForgetVersions {
  constructor(private readonly transactor: Transactor) {}

  @Handles(forgetVersions)
  async execute(): Promise<void> {
    await this.transactor.run(async ({ manager }) => {
      for (const kept of ['accounts', 'contacts', 'memberships', 'published_texts'])
        await manager.query(`UPDATE ${kept} SET version = -1`);
    });
  }
}
