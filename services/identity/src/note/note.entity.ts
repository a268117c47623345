import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Admin } from '../admin/admin.entity.ts';
import { User } from '../user/user.entity.ts';

/** A note of an administrator about a person. */
@Entity('notes')
@Index('notes_email_key', ['emailKey'])
@Index('notes_user', ['userId'])
export class Note {
  /** Chosen by the client, so that a repeated request adds nothing. */
  @PrimaryColumn('uuid')
  id!: string;

  /** The account that it is about; missing while no account has verified the mailbox. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'notes_user_fk' })
  user?: Relation<User>;

  /** The mailbox that it was written about. */
  @Column('text')
  emailKey!: string;

  @Column('text')
  text!: string;

  @Column('uuid')
  adminId!: string;

  @ManyToOne(() => Admin, { onDelete: 'RESTRICT' })
  @JoinColumn({ name: 'admin_id', foreignKeyConstraintName: 'notes_admin_fk' })
  admin?: Relation<Admin>;

  @Column('timestamptz')
  createdAt!: Date;
}
