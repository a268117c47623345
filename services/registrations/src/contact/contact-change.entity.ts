import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Marks a registration whose contact details changed. Triggers write it; publishing deletes it. */
@Entity('contact_changes')
@Check('contact_changes_list_known', `list IN ('debate_club', 'tournament')`)
export class ContactChange {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' })
  id!: string;

  @Column('text')
  list!: 'debate_club' | 'tournament';

  @Column('uuid')
  registrationId!: string;
}
