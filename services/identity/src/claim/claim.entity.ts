import type { ClaimKind } from '@lectern/contracts/identity/model';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A purchase, or a registration, that was made without an account. It waits for the holder of its mailbox, and stays with the account that
 * it was granted to.
 */
@Entity('claims')
@Check(
  'claims_kind_known',
  `kind IN ('customer', 'tournament_entry', 'bootcamp_registration', 'debate_club_registration')`,
)
@Check('claims_granted_by_known', `granted_by IN ('mailbox', 'payment')`)
@Check('claims_granted_whole', `(user_id IS NULL) = (granted_by IS NULL)`)
@Index('claims_open', ['emailKey'], { where: 'user_id IS NULL' })
@Index('claims_user', ['userId'], { where: 'user_id IS NOT NULL' })
export class Claim {
  @PrimaryColumn('text')
  kind!: ClaimKind;

  /** Its id in the service that keeps it. */
  @PrimaryColumn('text')
  subjectId!: string;

  /** The mailbox that it was made for. */
  @Column('text')
  emailKey!: string;

  /** The account that has it; missing until one has verified the mailbox, or shown the payment. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** A payment shows the payer, not the holder of the mailbox: such an account cannot take the claim to another address yet. */
  @Column('text', { nullable: true })
  grantedBy!: 'mailbox' | 'payment' | null;

  @Column('timestamptz')
  madeAt!: Date;
}
