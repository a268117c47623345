import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Staff and a person who wrote to the association. */
@Entity('conversations')
@Check('conversations_kind_known', `kind IN ('contact', 'office_hours')`)
@Check('conversations_sender_proof_known', `sender_proof IN ('signed_in', 'answered')`)
@Check('conversations_status_known', `status IN ('open', 'closed')`)
@Check(
  'conversations_assignment_whole',
  `(assignee_id IS NULL) = (assigned_at IS NULL) AND (assigned_by IS NULL OR assigned_at IS NOT NULL)`,
)
@Check(
  'conversations_closing_whole',
  `(status = 'closed') = (closed_at IS NOT NULL) AND (closed_by IS NULL OR closed_at IS NOT NULL)`,
)
@Check('conversations_closed_waits_not', `status = 'open' OR waiting_since IS NULL`)
@Check(
  'conversations_session_whole',
  `(kind = 'office_hours') = (session_starts_at IS NOT NULL) AND (session_cancelled_at IS NULL OR session_starts_at IS NOT NULL)`,
)
@Index('conversations_subject', ['kind', 'subjectId'], { unique: true })
@Index('conversations_closed', ['lastMessageAt', 'id'], { where: `status = 'closed'` })
@Index('conversations_open', ['assigneeId'], { where: `status = 'open'` })
export class Conversation {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  kind!: 'contact' | 'office_hours';

  /** The contact message or the request for office hours that opened it. It opens no second one. */
  @Column('uuid')
  subjectId!: string;

  /** As typed. */
  @Column('text')
  name!: string;

  /** As typed, for replies. */
  @Column('text')
  email!: string;

  /** The address for comparison: trimmed and in lower case. */
  @Index('conversations_person')
  @Column('text')
  emailKey!: string;

  /**
   * The account that requested office hours, or that verified the address and has moved to another since; null where the row belongs to
   * the address's present holder.
   */
  @Index('conversations_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @Column('text', { default: 'open' })
  status!: 'open' | 'closed';

  /** The administrator who answers it. */
  @Column('uuid', { nullable: true })
  assigneeId!: string | null;

  /** The administrator who assigned it. */
  @Column('uuid', { nullable: true })
  assignedBy!: string | null;

  @Column('timestamptz', { nullable: true })
  assignedAt!: Date | null;

  /** The administrator who closed it; null also where the member cancelled the session. */
  @Column('uuid', { nullable: true })
  closedBy!: string | null;

  @Column('timestamptz', { nullable: true })
  closedAt!: Date | null;

  /** When the oldest unanswered message of the person came; null while none is unanswered. */
  @Column('timestamptz', { nullable: true })
  waitingSince!: Date | null;

  @Column('timestamptz')
  lastMessageAt!: Date;

  @Column('timestamptz')
  createdAt!: Date;

  /** Of a request for office hours. */
  @Column('timestamptz', { nullable: true })
  sessionStartsAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  sessionCancelledAt!: Date | null;

  /**
   * How we know that the holder of the address wrote: signed in to the account that has verified it, or in an answer by email from it.
   * Null while the address was only typed.
   */
  @Column('text', { nullable: true })
  senderProof!: 'signed_in' | 'answered' | null;

  /** From 1; each change and each message increments it. */
  @Column('integer', { default: 1 })
  version!: number;
}
