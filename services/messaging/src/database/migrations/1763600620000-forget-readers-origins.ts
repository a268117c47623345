import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events that tell from where a letter was read are found, to take it out. */
export class ForgetReadersOrigins1763600620000 implements MigrationInterface {
  readonly name = 'ForgetReadersOrigins1763600620000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX provider_events_of_readers ON provider_events (received_at) WHERE payload ?| ARRAY['ip', 'useragent']`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX provider_events_of_readers');
  }
}
