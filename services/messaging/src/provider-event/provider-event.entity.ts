import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event that the mail provider reported of an email. Stored once, however often it is reported. */
@Entity('provider_events')
@Index('provider_events_email_key', { synchronize: false })
@Index('provider_events_of_readers', ['receivedAt'], { where: `payload ?| ARRAY['ip', 'useragent']` })
export class ProviderEvent {
  @PrimaryColumn('text')
  sgEventId!: string;

  /** `processed`, `delivered`, `bounce`, … */
  @Column('text')
  event!: string;

  /** The email's row in `email_recipients`. */
  @Index('provider_events_recipient', { where: 'recipient_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  recipientId!: string | null;

  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text', { nullable: true })
  sgMessageId!: string | null;

  @Column('timestamptz')
  occurredAt!: Date;

  /** The event as reported, without the IP address and the browser of the reader. */
  @Column('jsonb')
  payload!: object;

  @Column('timestamptz', { default: () => 'now()' })
  receivedAt!: Date;
}
