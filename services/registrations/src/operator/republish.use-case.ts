import { Injectable } from '@nestjs/common';
import * as contracts from '@lectern/contracts/registrations/operator-rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';

/** Publishes contacts and the records of people again, and accepts again what other services published before. */
@Injectable()
export class Republish {
  constructor(private readonly transactor: Transactor) {}

  @Handles(contracts.forgetVersions)
  async forgetVersions(): Promise<void> {
    await this.transactor.run(async ({ manager }) => {
      for (const kept of ['accounts', 'memberships', 'purchases', 'published_texts'])
        await manager.query(`UPDATE ${kept} SET version = -1`);
    });
  }

  @Handles(contracts.republishContacts)
  async republishContacts(): Promise<void> {
    await this.transactor.run(async ({ manager }) => {
      await manager.query(
        `INSERT INTO contact_changes (list, registration_id)
         SELECT 'debate_club', id FROM debate_club_registrations UNION ALL SELECT 'tournament', id FROM tournament_registrations`,
      );
      await manager.query(
        `INSERT INTO person_record_changes (source, record_id)
         SELECT 'debate_club', id FROM debate_club_registrations UNION ALL SELECT 'tournaments', id FROM tournament_registrations
         UNION ALL SELECT 'bootcamp', id FROM bootcamp_registrations`,
      );
    });
  }
}
