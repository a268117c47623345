import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import type { LinkPurpose } from '@lectern/contracts/identity/model';
import { User } from '../user/user.entity.ts';

/**
 * A request for an email with a link. Recorded the same for every address, and answered after the response. Or an account left a verified
 * address (`email_undo`), whose email with a link follows by itself.
 */
@Entity('link_requests')
@Check(
  'link_requests_purpose_known',
  `purpose IN ('setup', 'reset', 'email_change', 'verify_email', 'email_undo', 'admin_invite', 'admin_reset')`,
)
@Index('link_requests_open', ['requestedAt'], { where: 'answered_at IS NULL' })
@Index('link_requests_email_key', ['emailKey', 'answeredAt'])
@Index('link_requests_user', ['userId', 'answeredAt'])
@Index('link_requests_answered', ['answeredAt'])
export class LinkRequest {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  purpose!: LinkPurpose;

  /** As typed: where the email goes. */
  @Column('text')
  email!: string;

  @Column('text')
  emailKey!: string;

  /** The account that wants to change to this address or to verify it, or that left it; missing for other purposes. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'link_requests_user_fk' })
  user?: Relation<User> | null;

  @Column('timestamptz')
  requestedAt!: Date;

  /** Missing until it was decided whether an email follows. */
  @Column('timestamptz', { nullable: true })
  answeredAt!: Date | null;

  @Column('boolean', { default: false })
  isEmailed!: boolean;
}
