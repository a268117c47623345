import { Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { SecondFactor } from './second-factor.entity.ts';

/** A recovery code that was not used. Only its hash is stored. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn('uuid')
  adminId!: string;

  /** SHA-256, hex. */
  @PrimaryColumn('text')
  codeHash!: string;

  @ManyToOne(() => SecondFactor, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'admin_id', foreignKeyConstraintName: 'recovery_codes_second_factor' })
  secondFactor?: Relation<SecondFactor>;
}
