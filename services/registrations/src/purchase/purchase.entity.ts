import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The latest state of a payment for a bootcamp seat or a tournament entry that billing published. A registration has several when
 * a checkout expired and another one was opened. A read model: replaying billing's events rebuilds it.
 */
@Entity('purchases')
@Check('purchases_status_known', `status IN ('open', 'paid', 'refunded', 'expired')`)
export class Purchase {
  @PrimaryColumn('uuid')
  purchaseId!: string;

  @Column('text')
  product!: 'bootcamps' | 'tournaments';

  /** The registration that it pays for. */
  @Index('purchases_reference')
  @Column('uuid')
  reference!: string;

  @Column('text')
  status!: 'open' | 'paid' | 'refunded' | 'expired';

  /** Cents, as charged; 0 until it was paid. */
  @Column('integer')
  amountPaid!: number;

  /** Cents of it that were refunded. */
  @Column('integer')
  amountRefunded!: number;

  /** The bank of the cardholder has reclaimed it and has not decided yet. */
  @Column('boolean', { default: false })
  isDisputed!: boolean;

  /** Missing where staff recorded the payment. */
  @Column('text', { nullable: true })
  sessionId!: string | null;

  @Column('text', { nullable: true })
  paymentIntentId!: string | null;

  /** When it was refused: it is refunded and decides nothing. */
  @Column('timestamptz', { nullable: true })
  refusedAt!: Date | null;

  /** The event's version; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
