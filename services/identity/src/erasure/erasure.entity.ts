import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account that its holder deleted: all that is left of it here, and who else has confirmed that nothing is left there. */
@Entity('erasures')
export class Erasure {
  @PrimaryColumn('uuid')
  userId!: string;

  @Column('timestamptz')
  erasedAt!: Date;

  /** Names of services. */
  @Column('text', { array: true, default: () => `'{}'` })
  confirmedBy!: string[];
}
