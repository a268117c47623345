import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * What registrations last told of a registration: a read model, made again by telling all of them again. Of one that is not on its
 * list there is no address, only the version that keeps older news out.
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

  /** The address as it is compared: trimmed, without letter case. */
  @Index('contacts_person', { where: 'email_key IS NOT NULL' })
  @Column('text', { nullable: true })
  emailKey!: string | null;

  /** As staff wrote it; missing where a visitor typed it. */
  @Column('text', { nullable: true })
  name!: string | null;

  /** When it is over by itself; null where it is not. */
  @Column('timestamptz', { nullable: true })
  until!: Date | null;

  /** The account that had verified the address and moved to another since; null where the rows of an address are its present holder's. */
  @Index('contacts_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;
}
