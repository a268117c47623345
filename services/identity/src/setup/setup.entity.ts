import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The setup of an installation without an administrator: one row, or none where the environment named the first one. */
@Entity('setup')
@Check('setup_one', 'id')
export class Setup {
  @PrimaryColumn('boolean', { default: true })
  id!: boolean;

  @Column('text')
  codeHash!: string;

  /** The id that the first administrator will have. */
  @Column('uuid')
  adminId!: string;

  /** The browser that finishes the setup, or has finished it. */
  @Column('text', { nullable: true })
  claimedBy!: string | null;

  @Column('timestamptz', { nullable: true })
  claimedAt!: Date | null;
}
