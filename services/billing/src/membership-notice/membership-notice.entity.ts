import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Subscription } from '../subscription/subscription.entity.ts';
import type { NoticeKind } from './due-notices.ts';

/** A notice that a payer got. One for each; never changed. */
@Entity('membership_notices')
@Check('membership_notices_kind_known', `kind IN ('renewal', 'card_month', 'card_week')`)
export class MembershipNotice {
  @PrimaryColumn('text')
  subscriptionId!: string;

  @ManyToOne(() => Subscription, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'subscription_id', foreignKeyConstraintName: 'membership_notices_subscription_fk' })
  subscription?: Relation<Subscription>;

  @PrimaryColumn('text')
  kind!: NoticeKind;

  /** When the charge is due, or the card expires. */
  @PrimaryColumn('timestamptz')
  dueAt!: Date;

  /** The provider's id of the card that expires; empty for a charge. */
  @PrimaryColumn('text', { default: '' })
  cardId!: string;

  @Column('timestamptz')
  sentAt!: Date;
}
