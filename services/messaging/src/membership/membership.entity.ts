import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The latest published state of a membership. A read model: republishing billing's memberships rebuilds it. */
@Entity('memberships')
export class Membership {
  @PrimaryColumn('text')
  subscriptionId!: string;

  /** Null for a guest's membership, which no account has claimed. */
  @Index('memberships_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** The event's version; an older event changes nothing. */
  @Column('integer')
  version!: number;

  @Column('text')
  plan!: string;

  /** Whether the membership is active: billing decides it. */
  @Column('boolean')
  access!: boolean;
}
