import type { MigrationInterface, QueryRunner } from 'typeorm';

const BEFORE = `('setup', 'reset', 'email_change', 'prove_email', 'email_undo')`;
const AFTER = `('setup', 'reset', 'email_change', 'prove_email', 'email_undo', 'admin_invite', 'admin_reset')`;

const allow = (table: 'account_tokens' | 'link_requests', purposes: string): string =>
  `ALTER TABLE ${table} DROP CONSTRAINT ${table}_purpose_known, ADD CONSTRAINT ${table}_purpose_known CHECK (purpose IN ${purposes})`;

/** Administrators are invited, and choose a new password, by links. */
export class InviteAdministrators1763600410000 implements MigrationInterface {
  readonly name = 'InviteAdministrators1763600410000';

  static readonly whileServing = {
    'holds what is written to account_tokens.account_tokens_purpose_known': 'it allows two purposes more than before',
    'holds what is written to link_requests.link_requests_purpose_known': 'it allows two purposes more than before',
    'looks at every row of account_tokens for account_tokens.account_tokens_purpose_known':
      'links live for days, so the table is small',
    'looks at every row of account_tokens for account_tokens.account_tokens_admin_fk':
      'links live for days, so the table is small',
    'looks at every row of link_requests for link_requests.link_requests_purpose_known':
      'requests live for days, so the table is small',
    'builds account_tokens_admin while nobody may write to account_tokens':
      'links live for days, so the table is small',
  };

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ${allow('account_tokens', AFTER)};
      ${allow('link_requests', AFTER)};
      ALTER TABLE account_tokens ADD COLUMN admin_id uuid CONSTRAINT account_tokens_admin_fk REFERENCES admins (id) ON DELETE CASCADE;
      CREATE INDEX account_tokens_admin ON account_tokens (admin_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM account_tokens WHERE purpose LIKE 'admin_%';
      DELETE FROM link_requests WHERE purpose LIKE 'admin_%';
      ALTER TABLE account_tokens DROP COLUMN admin_id;
      ${allow('account_tokens', BEFORE)};
      ${allow('link_requests', BEFORE)};
    `);
  }
}
