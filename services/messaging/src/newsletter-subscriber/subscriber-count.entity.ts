import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The change that a statement made to the number of subscribers. The sum is the number. Written by triggers. */
@Entity('subscriber_counts')
export class SubscriberCount {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' })
  id!: string;

  @Column('boolean')
  isActive!: boolean;

  @Column('integer')
  difference!: number;
}
