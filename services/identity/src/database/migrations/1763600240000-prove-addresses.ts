import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links by which an account's holder shows that the mailbox of its address is theirs. */
export class ProveAddresses1763600240000 implements MigrationInterface {
  readonly name = 'ProveAddresses1763600240000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE account_tokens
        DROP CONSTRAINT account_tokens_purpose_known,
        ADD CONSTRAINT account_tokens_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change', 'prove_email'));
      ALTER TABLE link_requests
        DROP CONSTRAINT link_requests_purpose_known,
        ADD CONSTRAINT link_requests_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change', 'prove_email'));
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM account_tokens WHERE purpose = 'prove_email';
      DELETE FROM link_requests WHERE purpose = 'prove_email';
      ALTER TABLE account_tokens
        DROP CONSTRAINT account_tokens_purpose_known,
        ADD CONSTRAINT account_tokens_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change'));
      ALTER TABLE link_requests
        DROP CONSTRAINT link_requests_purpose_known,
        ADD CONSTRAINT link_requests_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change'));
    `);
  }
}
