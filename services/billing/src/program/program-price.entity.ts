import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Program } from './program.entity.ts';

/** A price of a program at the provider, also one that is no longer sold: members who joined at it go on paying it. */
@Entity('program_prices')
export class ProgramPrice {
  /** The provider's id (`price_…`). */
  @PrimaryColumn('text')
  id!: string;

  @Index('program_prices_program')
  @Column('uuid')
  programId!: string;

  @ManyToOne(() => Program, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'program_id', foreignKeyConstraintName: 'program_prices_program_fk' })
  program?: Relation<Program>;

  /** Cents; missing until the provider was asked for it. */
  @Column('integer', { nullable: true })
  amount!: number | null;
}
