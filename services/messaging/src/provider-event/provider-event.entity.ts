import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What the mail provider told of an email, as it told it. Kept once, however often it is told. */
@Entity('provider_events')
@Index('provider_events_email_key', { synchronize: false })
@Index('provider_events_of_readers', ['receivedAt'], { where: `payload ?| ARRAY['ip', 'useragent']` })
@Index('provider_events_email', ['emailId'], { where: 'email_id IS NOT NULL' })
export class ProviderEvent {
  @PrimaryColumn('text')
  sgEventId!: string;

  /** `processed`, `delivered`, `bounce`, … */
  @Column('text')
  event!: string;

  @Column('uuid', { nullable: true })
  emailId!: string | null;

  /** Of a campaign. */
  @Column('uuid', { nullable: true })
  recipientId!: string | null;

  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text', { nullable: true })
  sgMessageId!: string | null;

  @Column('timestamptz')
  occurredAt!: Date;

  /** As it was told, but for the address and the browser of who read the email. */
  @Column('jsonb')
  payload!: object;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt!: Date;
}
