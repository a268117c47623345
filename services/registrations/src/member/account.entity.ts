import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The latest state of an account that identity published. A read model: replaying identity's events rebuilds it. */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  userId!: string;

  @Column('text')
  email!: string;

  @Index('accounts_email_key')
  @Column('text')
  emailKey!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  @Column('text')
  division!: 'development' | 'professional';

  /** Since when its holder is known to read the mailbox; null while the email is unverified. */
  @Column('timestamptz', { nullable: true })
  emailVerifiedAt!: Date | null;

  /** Since when sign-in is disabled. */
  @Column('timestamptz', { nullable: true })
  deactivatedAt!: Date | null;

  /** Sessions of an older version have ended. */
  @Column('integer', { default: 0 })
  sessionVersion!: number;

  /** The event's version; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
