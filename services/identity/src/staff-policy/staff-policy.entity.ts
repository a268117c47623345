import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The installation's rules for the sign-in of staff: one row, or none before an owner sets a rule. */
@Entity('staff_policy')
@Check('staff_policy_one', 'id')
export class StaffPolicy {
  @PrimaryColumn('boolean', { default: true })
  id!: boolean;

  @Column('text', { array: true })
  secondFactorRoles!: StaffRole[];

  @Column('integer')
  version!: number;
}
