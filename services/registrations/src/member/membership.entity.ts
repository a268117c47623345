import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The latest state of a subscription that billing published. A read model: replaying billing's events rebuilds it. */
@Entity('memberships')
export class Membership {
  @PrimaryColumn('text')
  subscriptionId!: string;

  @Column('text')
  customerId!: string;

  /** Null where a person paid before there was an account. */
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

  /** Whether it opens the member area. */
  @Column('boolean')
  access!: boolean;

  @Column('text')
  plan!: 'monthly' | 'annual';

  @Column('timestamptz')
  startedAt!: Date;

  /** When it ends, because it was cancelled; null while it renews. */
  @Column('timestamptz', { nullable: true })
  endsAt!: Date | null;

  /** The code with which the person joined. */
  @Column('text', { nullable: true })
  referralCode!: string | null;

  /** The event's version; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
