import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Several administrators may have a campaign open at once; one that is public may be read on the site once it is sent. */
export class EditCampaigns1763600570000 implements MigrationInterface {
  readonly name = 'EditCampaigns1763600570000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE email_campaigns
        ADD version integer NOT NULL DEFAULT 1,
        ADD field_versions jsonb NOT NULL DEFAULT '{}',
        ADD is_public boolean NOT NULL DEFAULT false,
        ADD updated_at timestamptz NOT NULL DEFAULT now();
      UPDATE email_campaigns SET updated_at = greatest(created_at, sent_at);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE email_campaigns DROP COLUMN version, DROP COLUMN field_versions, DROP COLUMN is_public, DROP COLUMN updated_at;
    `);
  }
}
