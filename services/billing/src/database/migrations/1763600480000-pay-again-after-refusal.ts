import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A registration whose payment was refused, and that is to be paid later all the same, has a second purchase. */
export class PayAgainAfterRefusal1763600480000 implements MigrationInterface {
  readonly name = 'PayAgainAfterRefusal1763600480000';
  readonly transaction = false;
  static readonly whileServing = {
    'no longer keeps unique: purchases (reference)':
      'those that were refused alone may be two; the revision before answers that such a registration was paid',
  };

  async up(queryRunner: QueryRunner): Promise<void> {
    // An index whose building was cut off is there, and invalid.
    await queryRunner.query('DROP INDEX IF EXISTS purchases_unrefused');
    await queryRunner.query(
      'CREATE UNIQUE INDEX CONCURRENTLY purchases_unrefused ON purchases (reference) WHERE refusal IS NULL',
    );
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS purchases_reference');
  }

  /** Fails while a registration has two purchases: the revision before would not know which one counts. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX IF EXISTS purchases_reference');
    await queryRunner.query('CREATE UNIQUE INDEX CONCURRENTLY purchases_reference ON purchases (reference)');
    await queryRunner.query('DROP INDEX CONCURRENTLY IF EXISTS purchases_unrefused');
  }
}
