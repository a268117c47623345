import type { ClaimKind } from '@lectern/contracts/identity/model';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Something that was bought, or registered for, without an account. It waits for the holder of its mailbox, and stays with the account
 * that it was granted to.
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

  /** The id that the service which keeps it gives it. */
  @PrimaryColumn('text')
  subjectId!: string;

  /** The mailbox that it was made for. */
  @Column('text')
  emailKey!: string;

  /** The account that has it; missing while nobody has shown that the mailbox, or the payment, is theirs. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** A payment proves who paid, not whose mailbox it is: such an account cannot take the claim to another address yet. */
  @Column('text', { nullable: true })
  grantedBy!: 'mailbox' | 'payment' | null;

  @Column('timestamptz')
  madeAt!: Date;
}
