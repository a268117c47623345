import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** How many subscribers came or went with one statement. The sum is how many there are. Written by triggers. */
@Entity('subscriber_counts')
export class SubscriberCount {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' })
  id!: string;

  @Column('boolean')
  isActive!: boolean;

  @Column('integer')
  difference!: number;
}
