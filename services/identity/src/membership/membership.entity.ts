import type { Plan } from '@lectern/contracts/fields';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The state of a subscription that billing published last. A read model: replaying billing's events rebuilds it. */
@Entity('memberships')
@Index('memberships_email_key', ['emailKey'])
@Index('memberships_user', ['userId'])
export class Membership {
  @PrimaryColumn('text')
  subscriptionId!: string;

  @Column('text')
  customerId!: string;

  /** Missing while no account has the customer that pays. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** Where the provider writes to. Says nothing about whose it is. */
  @Column('text')
  emailKey!: string;

  /** As the provider writes it; empty, like the name, once its person deleted the account. */
  @Column('text')
  email!: string;

  @Column('text')
  name!: string;

  @Column('text')
  status!: 'pending' | 'active' | 'past_due' | 'paused' | 'cancelled';

  @Column('text')
  plan!: Plan;

  @Column('boolean')
  access!: boolean;

  @Column('timestamptz')
  startedAt!: Date;

  /** The event's version; an older event changes nothing. */
  @Column('integer')
  version!: number;
}
