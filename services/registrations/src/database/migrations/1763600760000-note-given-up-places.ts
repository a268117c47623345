import type { MigrationInterface, QueryRunner } from 'typeorm';

const noting = (columns: readonly string[]): string => {
  const of = (row: string): string => `(${columns.map((column) => `${row}.${column}`).join(', ')})`;
  return `
    CREATE OR REPLACE FUNCTION note_tournament_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO contact_changes (list, registration_id) SELECT 'tournament', id FROM after_change;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO contact_changes (list, registration_id) SELECT 'tournament', id FROM before_change;
      ELSE
        INSERT INTO contact_changes (list, registration_id)
        SELECT 'tournament', id FROM after_change JOIN before_change USING (id)
        WHERE ${of('after_change')} IS DISTINCT FROM ${of('before_change')};
      END IF;
      RETURN NULL;
    END $$`;
};
const BEFORE = ['email', 'first_name', 'last_name', 'payment_status', 'event_id'];

/** Notes entries that give their place back, or take it again: campaigns for the tournament do not reach the first. */
export class NoteGivenUpPlaces1763600760000 implements MigrationInterface {
  readonly name = 'NoteGivenUpPlaces1763600760000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(noting([...BEFORE, 'released_at IS NULL']));
    await queryRunner.query(
      `INSERT INTO contact_changes (list, registration_id) SELECT 'tournament', id FROM tournament_registrations WHERE released_at IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(noting(BEFORE));
  }
}
