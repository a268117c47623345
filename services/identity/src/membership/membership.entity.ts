import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What billing last told of a subscription. A read model: replaying billing's facts makes it again. */
@Entity('memberships')
@Index('memberships_email_key', ['emailKey'])
@Index('memberships_user', ['userId'])
export class Membership {
  @PrimaryColumn('text')
  subscriptionId!: string;

  @Column('text')
  customerId!: string;

  /** Missing where somebody paid before there was an account. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @Column('text')
  emailKey!: string;

  /** Whether it was paid for by address, without an account: whoever holds that mailbox gets it. */
  @Column('boolean', { default: false })
  paidWithoutAccount!: boolean;

  @Column('boolean')
  access!: boolean;

  @Column('timestamptz')
  startedAt!: Date;

  /** The fact's version; an older fact changes nothing. */
  @Column('integer')
  version!: number;
}
