import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import { Check, Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An administrator's account (specification, section 3 "admins"). Members and administrators are never the same row. */
@Entity('admins')
@Check('admins_role_known', `role IN ('owner', 'manager', 'treasurer', 'director', 'editor', 'viewer')`)
export class Admin {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  email!: string;

  @Index('admins_email_key', { unique: true })
  @Column('text')
  emailKey!: string;

  @Column('text')
  passwordHash!: string;

  @Column('text')
  name!: string;

  @Column('text')
  role!: StaffRole;

  @Column('boolean', { default: true })
  isActive!: boolean;

  @Column('integer', { default: 0 })
  sessionVersion!: number;

  /** The session version from which on browsers that signed in are known; missing where that is the present one. */
  @Column('integer', { nullable: true })
  devicesSince!: number | null;

  @CreateDateColumn({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  lastLoginAt!: Date | null;
}
