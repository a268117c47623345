import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The instance of Redis to which the outbox was published last. A single row. */
@Entity('relay_state')
@Check('relay_state_single_row', `id = 1`)
export class RelayState {
  @PrimaryColumn('smallint', { default: 1 })
  id!: number;

  @Column('text')
  redisRunId!: string;

  @Column('text')
  redisEpoch!: string;
}
