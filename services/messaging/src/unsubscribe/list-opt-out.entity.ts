import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailingList } from '@lectern/contracts/messaging/campaign-model';

/**
 * An address that no campaign writes to as one of this list, by its owner's own choice; it may get emails of another list that it is
 * on. Beside `suppressed_addresses`, which is for all lists.
 */
@Entity('list_opt_outs')
@Check('list_opt_outs_list_known', `list IN ('debate_club', 'tournament', 'newsletter')`)
export class ListOptOut {
  /** The address as it is compared: trimmed, without letter case. */
  @PrimaryColumn('text')
  emailKey!: string;

  @PrimaryColumn('text')
  list!: MailingList;

  @Column('timestamptz')
  since!: Date;
}
