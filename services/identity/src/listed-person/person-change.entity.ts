import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Marks a mailbox whose row in `listed_people` has to be made again. Triggers write it; making the row deletes it. */
@Entity('person_changes')
export class PersonChange {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' })
  id!: string;

  @Column('text')
  emailKey!: string;
}
