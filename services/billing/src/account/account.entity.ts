import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The state of an account that identity published last. A read model: replaying identity's events rebuilds it. */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  userId!: string;

  @Column('text')
  email!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  /** Since when nobody can sign in to it. Its memberships are not renewed, and nothing more is sold to it. */
  @Index('accounts_deactivated', { where: 'deactivated_at IS NOT NULL' })
  @Column('timestamptz', { nullable: true })
  deactivatedAt!: Date | null;

  /** Sessions of an older version have ended. */
  @Column('integer', { default: 0 })
  sessionVersion!: number;

  /** The event's version; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
