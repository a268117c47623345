import { Injectable } from '@nestjs/common';
import { republishPersonRecords } from '@lectern/contracts/messaging/operator-rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';

@Injectable()
export class RepublishPersonRecords {
  constructor(private readonly transactor: Transactor) {}

  @Handles(republishPersonRecords)
  async execute(): Promise<void> {
    await this.transactor.run(({ manager }) =>
      manager.query(
        `INSERT INTO person_record_changes (source, record_id)
         SELECT 'newsletter', id FROM newsletter_subscribers UNION ALL SELECT 'contact', id FROM contact_messages`,
      ),
    );
  }
}
