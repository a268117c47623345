import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Admin } from '../admin/admin.entity.ts';

/** An administrator's action and its origin (specification, section 3 "admin_actions"). Rows are added, and lose details in time. */
@Entity('admin_actions')
@Index('admin_actions_newest', ['createdAt', 'id'])
@Index('admin_actions_whole_origin', ['createdAt'], { where: 'NOT is_origin_shortened' })
@Index('admin_actions_about_address', { synchronize: false })
@Index('admin_actions_about_account', { synchronize: false })
@Index('admin_actions_about_other', { synchronize: false })
export class AdminAction {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid', { nullable: true })
  adminId!: string | null;

  @ManyToOne(() => Admin, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'admin_id', foreignKeyConstraintName: 'admin_actions_admin' })
  admin?: Relation<Admin> | null;

  @Column('text')
  action!: string;

  @Column('jsonb', { default: () => `'{}'` })
  details!: Record<string, unknown>;

  @Column('text', { nullable: true })
  ipAddress!: string | null;

  @Column('text', { nullable: true })
  userAgent!: string | null;

  /** Whether only its network is left of the address, and nothing of the browser: so it is after ninety days. */
  @Column('boolean', { default: false })
  isOriginShortened!: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
