import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { EventSetup } from '@lectern/contracts/registrations/event-setup';
import type { RefundSteps } from '@lectern/contracts/registrations/refund-steps';
import type { FieldVersions, Versioned } from '@lectern/service-kit/edit/decide-edit';

/**
 * A dated happening that people register for: a tournament, a bootcamp run (specification, section 3 "events") or a workshop, which
 * the annual plan includes.
 */
@Entity('events')
@Check('events_type_known', `type IN ('tournament', 'bootcamp', 'workshop')`)
@Check('events_division_known', `division IN ('development', 'professional')`)
@Check('events_end_after_start', `ends_at > datetime`)
@Check('events_deadline_before_end', `registration_deadline <= ends_at`)
@Check('events_capacity_positive', `capacity > 0`)
@Check('events_price_not_negative', `price >= 0`)
@Check('events_refund_steps_list', `jsonb_typeof(refund_steps) = 'array'`)
@Check('events_setup_of_tournament', `setup IS NULL OR type = 'tournament'`)
@Check('events_workshop_included', `type <> 'workshop' OR price = 0 AND division IS NULL`)
@Index('events_upcoming', ['datetime'], { where: 'is_active' })
@Index('events_newest', ['datetime', 'id'])
@Index('events_once', ['type', 'datetime', 'title'], { unique: true })
export class Event implements Versioned {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('text')
  type!: 'tournament' | 'bootcamp' | 'workshop';

  /** Open to both when null. */
  @Column('text', { nullable: true })
  division!: 'development' | 'professional' | null;

  /** When it begins. */
  @Column('timestamptz')
  datetime!: Date;

  /** When its last session ends. */
  @Column('timestamptz')
  endsAt!: Date;

  /** IANA zone in which its times are shown. */
  @Column('text', { default: 'EST' })
  timezone!: string;

  @Column('text', { default: 'Zoom' })
  location!: string;

  @Column('text', { nullable: true })
  zoomLink!: string | null;

  /** Unlimited when null. */
  @Column('integer', { nullable: true })
  capacity!: number | null;

  @Column('timestamptz')
  registrationDeadline!: Date;

  /** Cents */
  @Column('integer')
  price!: number;

  @Column('boolean', { default: true })
  isActive!: boolean;

  /** The competitions of a tournament; the shipped ones while it is null: see `setupOf`. */
  @Column('jsonb', { nullable: true })
  setup!: EventSetup | null;

  /** The part of the payment that a withdrawal gives back; a person who paid under better steps keeps those. */
  @Column('jsonb', { default: () => `'[]'` })
  refundSteps!: RefundSteps;

  /** When an administrator closed its registration before its deadline. Registered people may still pay, until the deadline. */
  @Column('timestamptz', { nullable: true })
  closedAt!: Date | null;

  /** When staff last changed its time, time zone or place. */
  @Column('timestamptz', { nullable: true })
  movedAt!: Date | null;

  /** When staff last changed the link to its meeting after people had it. */
  @Column('timestamptz', { nullable: true })
  linkChangedAt!: Date | null;

  /** From 1; each edit raises it by one. */
  @Column('integer', { default: 1 })
  version!: number;

  @Column('jsonb', { default: () => `'{}'` })
  fieldVersions!: FieldVersions;

  /** The iCalendar sequence: how often a field that calendars show was changed. */
  @Column('integer', { default: 0 })
  sequence!: number;

  /** The event of the previous quarter that it is a copy of. Each has one copy at most. */
  @Index('events_cloned_once', { unique: true })
  @Column('uuid', { nullable: true })
  clonedFrom!: string | null;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** An event that visitors see and pay for. */
export type PublicProgram = Event & { readonly type: 'tournament' | 'bootcamp' };
