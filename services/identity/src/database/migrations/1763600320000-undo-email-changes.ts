import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links by which the mailbox of a verified address takes an account back that left it. */
export class UndoEmailChanges1763600320000 implements MigrationInterface {
  readonly name = 'UndoEmailChanges1763600320000';

  static readonly whileServing = {
    'holds what is written to account_tokens.account_tokens_purpose_known': 'it allows one purpose more than before',
    'holds what is written to link_requests.link_requests_purpose_known': 'it allows one purpose more than before',
    'looks at every row of account_tokens for account_tokens.account_tokens_purpose_known':
      'links live for days, so the table is small',
    'looks at every row of link_requests for link_requests.link_requests_purpose_known':
      'requests live for days, so the table is small',
  };

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE account_tokens
        DROP CONSTRAINT account_tokens_purpose_known,
        ADD CONSTRAINT account_tokens_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change', 'prove_email', 'email_undo'));
      ALTER TABLE link_requests
        DROP CONSTRAINT link_requests_purpose_known,
        ADD CONSTRAINT link_requests_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change', 'prove_email', 'email_undo'));
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM account_tokens WHERE purpose = 'email_undo';
      DELETE FROM link_requests WHERE purpose = 'email_undo';
      ALTER TABLE account_tokens
        DROP CONSTRAINT account_tokens_purpose_known,
        ADD CONSTRAINT account_tokens_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change', 'prove_email'));
      ALTER TABLE link_requests
        DROP CONSTRAINT link_requests_purpose_known,
        ADD CONSTRAINT link_requests_purpose_known CHECK (purpose IN ('setup', 'reset', 'email_change', 'prove_email'));
    `);
  }
}
