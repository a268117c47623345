import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TellOfUnsentCampaigns1763600580000 implements MigrationInterface {
  readonly name = 'TellOfUnsentCampaigns1763600580000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE email_campaigns ADD COLUMN unsent_reason text, ADD COLUMN unsent_at timestamptz;
      ALTER TABLE email_campaigns ADD CONSTRAINT email_campaigns_unsent_whole
        CHECK ((unsent_reason IS NULL) = (unsent_at IS NULL) AND unsent_reason IN ('audience_empty', 'letter_refused'));
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE email_campaigns DROP COLUMN unsent_reason, DROP COLUMN unsent_at');
  }
}
