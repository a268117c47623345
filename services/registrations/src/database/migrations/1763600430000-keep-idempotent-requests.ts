import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_IDEMPOTENT_REQUESTS } from '@lectern/service-kit/idempotency/idempotent-request.entity';

export class KeepIdempotentRequests1763600430000 implements MigrationInterface {
  readonly name = 'KeepIdempotentRequests1763600430000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CREATE_IDEMPOTENT_REQUESTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE idempotent_requests;');
  }
}
