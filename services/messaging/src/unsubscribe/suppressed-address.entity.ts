import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Why an address gets no list mail. `unsubscribed` ends when its owner subscribes again; the others when an administrator lifts them. */
export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained';

/**
 * An address that no campaign writes to, whichever list it is on (decisions, "Mail"). Kept apart from the subscribers: also who
 * is on a list as a member or entrant may say no, and a subscriber that is deleted has still said it.
 */
@Entity('suppressed_addresses')
@Check('suppressed_addresses_reason_known', `reason IN ('unsubscribed', 'bounced', 'complained')`)
export class SuppressedAddress {
  /** The address as it is compared: trimmed, without letter case. */
  @PrimaryColumn('text')
  emailKey!: string;

  @PrimaryColumn('text')
  reason!: SuppressionReason;

  @Column('timestamptz')
  since!: Date;
}
