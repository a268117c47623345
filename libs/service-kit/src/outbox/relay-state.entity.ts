import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Which life of Redis the outbox was last told to. A single row. */
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
