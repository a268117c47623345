import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account that its holder deleted. Nothing else of it remains; later events about it change nothing. */
@Entity('erased_accounts')
export class ErasedAccount {
  @PrimaryColumn('uuid')
  userId!: string;

  @Column('timestamptz')
  erasedAt!: Date;
}

/** For the migration of a service that has them. */
export const CREATE_ERASED_ACCOUNTS = `
  CREATE TABLE erased_accounts (
    user_id uuid PRIMARY KEY,
    erased_at timestamptz NOT NULL
  );
`;
