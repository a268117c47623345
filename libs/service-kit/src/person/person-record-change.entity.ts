import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Marks a record of a person that changed. Triggers write it; publishing deletes it. */
@Entity('person_record_changes')
export class PersonRecordChange {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' })
  id!: string;

  @Column('text')
  source!: string;

  @Column('uuid')
  recordId!: string;
}
