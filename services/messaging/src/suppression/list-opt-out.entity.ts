import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailingList } from '@lectern/contracts/messaging/campaign-model';

/**
 * An address that left one list by its owner's own choice; it may get emails of other lists. `suppressed_addresses`, by contrast,
 * applies to all lists.
 */
@Entity('list_opt_outs')
@Check('list_opt_outs_list_known', `list IN ('debate_club', 'tournament', 'newsletter')`)
export class ListOptOut {
  /** The address for comparison: trimmed and in lower case. */
  @PrimaryColumn('text')
  emailKey!: string;

  @PrimaryColumn('text')
  list!: MailingList;

  @Column('timestamptz')
  since!: Date;
}
