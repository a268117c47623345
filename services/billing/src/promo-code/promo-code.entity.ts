import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A promo code (specification, section 3 "promo_codes"). Codes are stored in capitals. */
@Entity('promo_codes')
@Check('promo_codes_discount_known', `discount_type IN ('percentage', 'fixed_amount')`)
@Check('promo_codes_discount_sane', `discount_value >= 1 AND (discount_type = 'fixed_amount' OR discount_value <= 100)`)
@Check('promo_codes_never_overused', `current_uses >= 0 AND (max_uses IS NULL OR current_uses <= max_uses)`)
@Check('promo_codes_never_overheld', `held_uses >= 0 AND (max_uses IS NULL OR current_uses + held_uses <= max_uses)`)
@Index('promo_codes_newest', ['createdAt', 'id'])
export class PromoCode {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** A name is free again once its code is archived. */
  @Index('promo_codes_code', { unique: true, where: 'archived_at IS NULL' })
  @Column('varchar', { length: 50 })
  code!: string;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text')
  discountType!: 'percentage' | 'fixed_amount';

  /** Percent from 1 to 100, or cents. */
  @Column('integer')
  discountValue!: number;

  /** Cents */
  @Column('integer', { nullable: true })
  minimumAmount!: number | null;

  /** Missing means unlimited. */
  @Column('integer', { nullable: true })
  maxUses!: number | null;

  @Column('integer', { default: 0 })
  currentUses!: number;

  /** Uses that open checkouts may still make. */
  @Column('integer', { default: 0 })
  heldUses!: number;

  @Column('timestamptz', { default: () => 'now()' })
  validFrom!: Date;

  @Column('timestamptz', { nullable: true })
  validUntil!: Date | null;

  @Column('boolean', { default: true })
  isActive!: boolean;

  /** Set when a used code was deleted: it stays for the records and is no longer accepted. */
  @Column('timestamptz', { nullable: true })
  archivedAt!: Date | null;

  @Column('jsonb', { default: () => `'["debate_club", "tournaments", "bootcamps"]'` })
  applicableProducts!: string[];

  /** The administrator who made it; their account is identity's. */
  @Column('uuid', { nullable: true })
  createdBy!: string | null;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}
