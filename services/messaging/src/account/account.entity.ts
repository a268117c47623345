import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What identity last published of an account. A read model: replaying identity's events makes it again. */
@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  userId!: string;

  @Index('accounts_email_key')
  @Column('text')
  emailKey!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  /** Since when its holder is known to read the mailbox; missing while the email address was only typed. */
  @Column('timestamptz', { nullable: true })
  emailVerifiedAt!: Date | null;

  /** The event's version; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
