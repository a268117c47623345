import { Check, Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Admin } from '../admin/admin.entity.ts';

/** The second factor of an administrator's sign-in. Not asked for before it is enabled. */
@Entity('second_factors')
@Check('second_factors_last_step_real', 'last_step >= 0')
export class SecondFactor {
  @PrimaryColumn('uuid')
  adminId!: string;

  @OneToOne(() => Admin, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'admin_id', foreignKeyConstraintName: 'second_factors_admin' })
  admin?: Relation<Admin>;

  /** By {@link SecretSeal}. */
  @Column('text')
  sealedSecret!: string;

  /** When the secret was made. */
  @Column('timestamptz')
  startedAt!: Date;

  @Column('timestamptz', { nullable: true })
  enabledAt!: Date | null;

  /** The newest step of thirty seconds whose code was used. Codes of it and of earlier ones are refused. */
  @Column('integer', { default: 0 })
  lastStep!: number;
}
