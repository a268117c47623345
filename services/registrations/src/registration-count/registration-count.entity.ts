import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** How many registrations of a status came or went with one statement. The sum is how many there are. Written by triggers. */
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
