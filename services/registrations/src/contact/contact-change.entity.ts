import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** That a registration changed in what mail needs to know of it. Written by triggers, gone once it was told. */
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
