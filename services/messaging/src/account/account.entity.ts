import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The latest published state of an account. A read model: replaying identity's events rebuilds it. */
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

  /** When identity verified that the holder reads the mailbox; null while the email address was only typed. */
  @Column('timestamptz', { nullable: true })
  emailVerifiedAt!: Date | null;

  /** The event's version; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
