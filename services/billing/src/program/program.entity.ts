import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A product that is sold (specification, section 3 "programs"). Prices are cents; the price ids are the provider's. */
@Entity('programs')
@Check('programs_type_known', `type IN ('debate_club', 'tournaments', 'bootcamps')`)
@Check('programs_prices_not_negative', `price_monthly >= 0 AND price_annual >= 0`)
@Check('programs_price_once_not_negative', `price_once >= 0`)
export class Program {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  @Index('programs_type', { unique: true })
  @Column('text')
  type!: 'debate_club' | 'tournaments' | 'bootcamps';

  @Column('integer', { nullable: true })
  priceMonthly!: number | null;

  @Column('integer', { nullable: true })
  priceAnnual!: number | null;

  /** For products that are paid once. */
  @Column('integer', { nullable: true })
  priceOnce!: number | null;

  @Column('jsonb', { default: () => `'[]'` })
  benefits!: string[];

  @Column('text', { nullable: true })
  stripePriceIdMonthly!: string | null;

  @Column('text', { nullable: true })
  stripePriceIdAnnual!: string | null;

  @Column('text', { nullable: true })
  stripePriceIdOnce!: string | null;

  /** The provider's product (`prod_…`): a subscription to any price of it is a subscription to this program. */
  @Column('text', { nullable: true })
  stripeProductId!: string | null;

  @Column('boolean', { default: true })
  isActive!: boolean;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
