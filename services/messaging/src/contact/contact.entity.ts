import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The last published state of a registration: a read model, which republishing all registrations rebuilds. A registration that is
 * not on its list has no address here, only the version that keeps older news out.
 */
@Entity('contacts')
@Check('contacts_list_known', `list IN ('debate_club', 'tournament')`)
@Check('contacts_whole_or_empty', `(email IS NULL) = (email_key IS NULL) AND (email IS NOT NULL OR name IS NULL)`)
export class Contact {
  @PrimaryColumn('text')
  list!: 'debate_club' | 'tournament';

  @PrimaryColumn('uuid')
  registrationId!: string;

  @Column('bigint')
  version!: string;

  /** As typed, for sending. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** The address for comparison: trimmed and in lower case. */
  @Index('contacts_person', { where: 'email_key IS NOT NULL' })
  @Column('text', { nullable: true })
  emailKey!: string | null;

  /** The name that staff wrote; null where a visitor typed it. */
  @Column('text', { nullable: true })
  name!: string | null;

  /** The end of the registration, where it has one. */
  @Column('timestamptz', { nullable: true })
  until!: Date | null;

  /** The account that verified the address and has moved to another since; null where the row belongs to the address's present holder. */
  @Index('contacts_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;
}
