import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { EmailRecipient } from '../delivery/email-recipient.entity.ts';

/** A recipient's first click on a link of a campaign's email. */
@Entity('link_clicks')
@Check('link_clicks_index_not_negative', `link_index >= 0`)
@Index('link_clicks_campaign', ['campaignId', 'linkIndex'])
export class LinkClick {
  @PrimaryColumn('uuid')
  recipientId!: string;

  @ManyToOne(() => EmailRecipient, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'recipient_id', foreignKeyConstraintName: 'link_clicks_recipient_fk' })
  recipient?: Relation<EmailRecipient>;

  /** The index of the link in the prepared email. */
  @PrimaryColumn('integer')
  linkIndex!: number;

  @Column('uuid')
  campaignId!: string;

  @Column('timestamptz')
  at!: Date;
}
