import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An event of another service that took effect here. Written in the transaction of that effect. */
@Entity('inbox')
@Index('inbox_handled_at', ['handledAt'])
export class InboxEntry {
  @PrimaryColumn('uuid')
  eventId!: string;

  @Column('text')
  name!: string;

  @Column('timestamptz', { default: () => 'now()' })
  handledAt!: Date;
}
