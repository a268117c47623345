import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person as the payment provider knows them. One for each address that ever opened a checkout. */
@Entity('customers')
@Index('customers_untold', ['id'], { where: `NOT provider_is_told` })
export class Customer {
  /** The provider's id (`cus_…`). */
  @PrimaryColumn('text')
  id!: string;

  /** Missing until the person has an account. */
  @Index('customers_user', { unique: true, where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @Column('text')
  email!: string;

  @Index('customers_email_key', { unique: true })
  @Column('text')
  emailKey!: string;

  @Column('text', { default: '' })
  firstName!: string;

  @Column('text', { default: '' })
  lastName!: string;

  /** Of the account's fact that was applied last; an older one changes nothing. */
  @Column('integer', { default: 0 })
  accountVersion!: number;

  /** Whether the provider knows the name and the address as they are now. */
  @Column('boolean', { default: true })
  providerIsTold!: boolean;

  /** Since when the person is gone; the row stays for the books, without a name. The provider is told of that too. */
  @Column('timestamptz', { nullable: true })
  erasedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
