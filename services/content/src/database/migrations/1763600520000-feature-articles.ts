import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which articles the list of articles opens with. */
export class FeatureArticles1763600520000 implements MigrationInterface {
  readonly name = 'FeatureArticles1763600520000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE blog_posts ADD COLUMN is_featured boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE blog_posts DROP COLUMN is_featured');
  }
}
