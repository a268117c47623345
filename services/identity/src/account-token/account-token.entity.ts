import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { LinkPurpose } from '@lectern/contracts/identity/model';
import { Admin } from '../admin/admin.entity.ts';
import { User } from '../user/user.entity.ts';

/**
 * A single-use credential that shows that a person holds a mailbox: setup, reset, change, verification or return of an address. Only its
 * hash is stored.
 */
@Entity('account_tokens')
@Check(
  'account_tokens_purpose_known',
  `purpose IN ('setup', 'reset', 'email_change', 'verify_email', 'email_undo', 'admin_invite', 'admin_reset')`,
)
@Index('account_tokens_user', ['userId'])
@Index('account_tokens_admin', ['adminId'])
@Index('account_tokens_expiry', ['expiresAt'])
@Index('account_tokens_email_key', ['emailKey'])
export class AccountToken {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn('text')
  tokenHash!: string;

  @Column('text')
  purpose!: LinkPurpose;

  /** The mailbox that it was sent to. */
  @Column('text')
  emailKey!: string;

  /** The account that it is for; missing in those that set one up, which are for the mailbox. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'account_tokens_user_fk' })
  user?: Relation<User> | null;

  /** The administrator that it is for; only for the two purposes of administrators. */
  @Column('uuid', { nullable: true })
  adminId!: string | null;

  @ManyToOne(() => Admin, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'admin_id', foreignKeyConstraintName: 'account_tokens_admin_fk' })
  admin?: Relation<Admin> | null;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;

  /** When it was made; of one that undoes a change of address, when that change was made. */
  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
