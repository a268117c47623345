import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What billing last told of a subscription. A read model: replaying billing's events makes it again. */
@Entity('memberships')
export class Membership {
  @PrimaryColumn('text')
  subscriptionId!: string;

  @Column('text')
  customerId!: string;

  /** Missing where somebody paid before there was an account. */
  @Index('memberships_user')
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @Column('text')
  email!: string;

  @Index('memberships_email_key')
  @Column('text')
  emailKey!: string;

  @Column('text')
  firstName!: string;

  @Column('text')
  lastName!: string;

  @Column('text')
  status!: 'pending' | 'active' | 'past_due' | 'paused' | 'cancelled';

  /** Whether the member area is open. */
  @Column('boolean')
  access!: boolean;

  @Column('text')
  plan!: 'monthly' | 'annual';

  @Column('timestamptz')
  startedAt!: Date;

  /** When it ends, because it was cancelled; missing while it renews. */
  @Column('timestamptz', { nullable: true })
  endsAt!: Date | null;

  /** With which the person joined. */
  @Column('text', { nullable: true })
  referralCode!: string | null;

  /** The event's version; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
