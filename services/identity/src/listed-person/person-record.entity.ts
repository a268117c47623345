import type { PersonRecord as PublishedRecord } from '@lectern/contracts/person-record';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The last published state of a registration, a subscriber or a message: a read model, which republishing all of them rebuilds. A record
 * that is gone has no address here, only the version that keeps older news out.
 */
@Entity('person_records')
@Check('person_records_source_known', `source IN ('debate_club', 'tournaments', 'bootcamp', 'newsletter', 'contact')`)
@Check(
  'person_records_whole_or_empty',
  `(email IS NULL) = (email_key IS NULL) AND (email IS NOT NULL OR (name IS NULL AND user_id IS NULL))`,
)
export class PersonRecord {
  @PrimaryColumn('text')
  source!: PublishedRecord['source'];

  @PrimaryColumn('uuid')
  id!: string;

  @Column('bigint')
  version!: string;

  /** The account that it belongs to, whatever address the account has now. */
  @Index('person_records_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @Column('text', { nullable: true })
  email!: string | null;

  @Index('person_records_email_key', { where: 'email_key IS NOT NULL' })
  @Column('text', { nullable: true })
  emailKey!: string | null;

  @Column('text', { nullable: true })
  name!: string | null;

  @Column('text', { nullable: true })
  division!: PublishedRecord['division'];

  @Column('uuid', { nullable: true })
  eventId!: string | null;

  @Column('text', { nullable: true })
  plan!: PublishedRecord['plan'];

  @Column('text', { nullable: true })
  status!: PublishedRecord['status'];

  @Column('timestamptz', { nullable: true })
  unpaidUntil!: Date | null;

  @Column('timestamptz')
  since!: Date;
}
