import type { ListedPerson as Answer, PersonAccount } from '@lectern/contracts/identity/listed-person';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A mailbox that is known, as the console lists it: a read model, which `ListedPersonRepository` makes from the other tables. Triggers on
 * these tables note in `person_changes` which mailboxes changed.
 */
@Entity('listed_people')
@Check('listed_people_account_known', `account IN ('none', 'active', 'deactivated')`)
@Index('listed_people_newest', ['joinedAt', 'id'])
@Index('listed_people_name', ['sortName', 'id'])
@Index('listed_people_account', ['account', 'joinedAt', 'id'])
@Index('listed_people_status', ['membershipStatus', 'joinedAt', 'id'])
@Index('listed_people_plan', ['plan', 'joinedAt', 'id'])
@Index('listed_people_never_seen', ['joinedAt', 'id'], { where: `last_seen_on IS NULL AND account <> 'none'` })
@Index('listed_people_unpaid_sign_up', ['joinedAt', 'id'], { where: 'is_unpaid_sign_up' })
@Index('listed_people_mailbox', ['mailboxKey', 'id'])
@Index('listed_people_namesakes', ['nameKey', 'localKey'], { where: 'name_key IS NOT NULL' })
@Index('listed_people_twins', ['joinedAt', 'id'], { where: 'has_twin' })
@Index('listed_people_seen', { synchronize: false })
@Index('listed_people_seen_first', { synchronize: false })
@Index('listed_people_search', { synchronize: false })
@Index('listed_people_tags', { synchronize: false })
@Index('listed_people_events', { synchronize: false })
export class ListedPerson {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Index('listed_people_email_key', { unique: true })
  @Column('text')
  emailKey!: string;

  @Column('text')
  email!: string;

  @Column('text', { nullable: true })
  name!: string | null;

  /** The beginning of the name in lower case, of the address where no name is known. */
  @Column('text')
  sortName!: string;

  @Column('text')
  account!: PersonAccount;

  @Column('text', { nullable: true })
  membershipStatus!: Answer['status'];

  @Column('text', { nullable: true })
  plan!: Answer['plan'];

  @Column('text', { nullable: true })
  division!: Answer['division'];

  @Column('text', { array: true, default: '{}' })
  tags!: string[];

  @Column('text', { array: true, default: '{}' })
  tagKeys!: string[];

  @Column('text', { array: true, default: '{}' })
  knownFrom!: Answer['from'];

  /** The tournaments and bootcamp runs that they registered for. */
  @Column('uuid', { array: true, default: '{}' })
  eventIds!: string[];

  /** Until when a payment for one of them is due; missing where none is. */
  @Index('listed_people_unpaid_until', { where: 'unpaid_until IS NOT NULL' })
  @Column('timestamptz', { nullable: true })
  unpaidUntil!: Date | null;

  @Column('boolean', { default: false })
  isUnpaidSignUp!: boolean;

  @Column('date', { nullable: true })
  lastSeenOn!: string | null;

  @Column('timestamptz')
  joinedAt!: Date;

  /** All names and the address in lower case, each word after a blank. */
  @Column('text')
  searched!: string;

  /** The account's id; without an account, the mailbox. */
  @Column('text')
  personKey!: string;

  /** The mailbox without dots and without what follows a plus sign, which most providers deliver to the same one. */
  @Column('text')
  mailboxKey!: string;

  /** The part of it before the at sign. */
  @Column('text')
  localKey!: string;

  /** A name of several words, as names are compared. */
  @Column('text', { nullable: true })
  nameKey!: string | null;

  /** Whether another row may be the same person. */
  @Column('boolean', { default: false })
  hasTwin!: boolean;
}
