import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The number of registrations of a status that one statement added or removed. The sum is the count. Triggers write it. */
@Entity('registration_counts')
@Check('registration_counts_list_known', `list IN ('debate_club', 'tournament')`)
export class RegistrationCount {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' })
  id!: string;

  @Column('text')
  list!: 'debate_club' | 'tournament';

  @Column('text')
  status!: string;

  @Column('integer')
  difference!: number;
}
