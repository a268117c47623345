import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The weekly debate club and its prices (specification, section 9): what is sold is data that every installation needs. */
export class AddMembershipProgram1763600310000 implements MigrationInterface {
  readonly name = 'AddMembershipProgram1763600310000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `INSERT INTO programs (id, name, description, type, price_monthly, price_annual, benefits)
       VALUES ('6f1c0d5e-6d0b-4f0c-9a55-5b1a2c7d9e01', 'Weekly Debate Club', 'A live debate session every week, in two divisions.',
               'debate_club', 9500, 95000, $1)`,
      [
        JSON.stringify([
          'Weekly live debate sessions on Zoom',
          'Development and professional divisions',
          'Session recordings',
          'Practice topics and member resources',
          'The members’ chat community',
          'Discounted tournament entries',
        ]),
      ],
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM programs WHERE type = 'debate_club'`);
  }
}
