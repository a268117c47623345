import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A customer of the payment provider: of an account, which may have several, or of a guest, whose purchase waits for the account that
 * verifies the mailbox. Name and address are contact data; they say nothing about whose it is.
 */
@Entity('customers')
@Index('customers_not_updated', ['id'], { where: `NOT is_provider_updated` })
@Index('customers_search', { synchronize: false })
@Index('customers_sync_due', ['syncDueAt'], { where: 'sync_due_at IS NOT NULL' })
@Index('customers_unclaimed', ['id'], { where: 'user_id IS NULL AND erased_at IS NULL' })
export class Customer {
  /** The provider's id (`cus_…`). */
  @PrimaryColumn('text')
  id!: string;

  /** Missing while no account has it. Never taken from an account that is there. */
  @Index('customers_user_accounts', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @Column('text')
  email!: string;

  @Index('customers_email')
  @Column('text')
  emailKey!: string;

  @Column('text', { default: '' })
  firstName!: string;

  @Column('text', { default: '' })
  lastName!: string;

  /** Of the account's event that was applied last; an older one changes nothing. */
  @Column('integer', { default: 0 })
  accountVersion!: number;

  /** Whether the provider knows the name and the address as they are now. */
  @Column('boolean', { default: true })
  isProviderUpdated!: boolean;

  /** When the person was erased; the row stays for the records, without a name. The name is removed at the provider too. */
  @Column('timestamptz', { nullable: true })
  erasedAt!: Date | null;

  /** Since when the provider has no such customer any more. Nothing more is sold to it. */
  @Column('timestamptz', { nullable: true })
  lostAt!: Date | null;

  /** Cents of credit that it had when the provider deleted it, where its account had referral credits. Missing until that is known. */
  @Column('integer', { nullable: true })
  lostCredit!: number | null;

  /** Set when a change of ours may require one at the provider; cleared once the customer was synced for it. */
  @Column('timestamptz', { nullable: true })
  syncDueAt!: Date | null;

  /** Maintained by the database for searches: name and email in lower case without accents, each word after a blank. */
  @Column({ type: 'text', select: false, insert: false, update: false })
  searched?: string;

  /** When the provider made it: for a guest's, when the guest paid. */
  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
