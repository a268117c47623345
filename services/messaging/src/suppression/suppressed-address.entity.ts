import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Why an address gets no list mail. `unsubscribed` ends when its owner subscribes again; the others when an administrator lifts them. */
export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained';

/**
 * An address that gets no campaigns, whichever list it is on (decisions, "Mail"). Separate from the subscribers: members and entrants
 * can refuse list mail too, and the refusal of a deleted subscriber stays valid.
 */
@Entity('suppressed_addresses')
@Check('suppressed_addresses_reason_known', `reason IN ('unsubscribed', 'bounced', 'complained')`)
export class SuppressedAddress {
  /** The address for comparison: trimmed and in lower case. */
  @PrimaryColumn('text')
  emailKey!: string;

  @PrimaryColumn('text')
  reason!: SuppressionReason;

  @Column('timestamptz')
  since!: Date;
}
