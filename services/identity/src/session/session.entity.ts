import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Admin } from '../admin/admin.entity.ts';
import { User } from '../user/user.entity.ts';

/**
 * A token that was issued, so that its holder can recognize it and end it. Neither the IP address nor the browser's description is stored,
 * only a few words of the latter. Whether a token is valid is not decided here.
 */
@Entity('sessions')
@Check('sessions_of_one', '(user_id IS NULL) <> (admin_id IS NULL)')
export class Session {
  @PrimaryColumn('uuid')
  tokenId!: string;

  @Index('sessions_user')
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'sessions_user_account' })
  user?: Relation<User>;

  @Index('sessions_admin')
  @Column('uuid', { nullable: true })
  adminId!: string | null;

  @ManyToOne(() => Admin, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'admin_id', foreignKeyConstraintName: 'sessions_admin_account' })
  admin?: Relation<Admin>;

  /** The account's version when the token was made: with a newer one the token is invalid. */
  @Column('integer')
  sessionVersion!: number;

  @Column('text')
  client!: string;

  /** Whether its browser was not known to the account as it began, so that the holder was emailed. */
  @Column('boolean', { default: false })
  isNewDevice!: boolean;

  /** SHA-256 of the token in that email, which ends the session; missing until it is sent. */
  @Index('sessions_ending', { unique: true })
  @Column('text', { nullable: true })
  endingHash!: string | null;

  @Column('timestamptz')
  startedAt!: Date;

  /** A day of the association: nothing more exact is needed, or written at every request. */
  @Column('date')
  lastSeenOn!: string;

  @Index('sessions_expiry')
  @Column('timestamptz')
  expiresAt!: Date;
}
