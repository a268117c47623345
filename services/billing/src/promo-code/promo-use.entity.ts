import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { PromoCode } from './promo-code.entity.ts';

/**
 * One use of a promo code by one checkout: held while the checkout can be paid, then counted or released. Held and counted
 * uses together never exceed the code's maximum, so that nobody pays a page whose discount is gone.
 */
@Entity('promo_uses')
@Check('promo_uses_status_known', `status IN ('held', 'counted', 'released')`)
export class PromoUse {
  /** A membership checkout's id, or a purchase's with the number of its page. */
  @PrimaryColumn('text')
  checkoutKey!: string;

  @Index('promo_uses_promo_code')
  @Column('uuid')
  promoCodeId!: string;

  @ManyToOne(() => PromoCode, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'promo_code_id', foreignKeyConstraintName: 'promo_uses_promo_code_fk' })
  promoCode?: Relation<PromoCode>;

  /** The account that uses it; missing for a guest, until an account is granted what was paid for that mailbox. */
  @Index('promo_uses_user')
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** The address that it is used with; a hash once the person is erased. A code is used once by an account and once by an address. */
  @Column('text', { nullable: true })
  emailKey!: string | null;

  /** Hashes of the addresses that the account moved to afterwards. Each of them has used the code too, whichever account has it. */
  @Column('text', { array: true, default: () => `'{}'` })
  laterKeys!: string[];

  @Column('text', { default: 'held' })
  status!: 'held' | 'counted' | 'released';

  @Column('timestamptz')
  heldAt!: Date;

  @Column('timestamptz', { nullable: true })
  settledAt!: Date | null;
}
