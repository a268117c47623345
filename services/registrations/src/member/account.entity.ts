import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What identity last told of an account. A read model: replaying identity's events makes it again. */
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

  /** Since when its holder is known to read the mailbox; missing while the address was only typed. */
  @Column('timestamptz', { nullable: true })
  emailVerifiedAt!: Date | null;

  /** Since when nobody can sign in to it. */
  @Column('timestamptz', { nullable: true })
  deactivatedAt!: Date | null;

  /** Sessions of an older version have ended. */
  @Column('integer', { default: 0 })
  sessionVersion!: number;

  /** The event's version; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
