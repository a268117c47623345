import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** There while a service publishes no sample content, because the setup of the site chose none: one row. */
@Entity('sample_removal')
@Check('sample_removal_one', 'id')
export class SampleRemoval {
  @PrimaryColumn('boolean', { default: true })
  id!: boolean;

  @Column('timestamptz')
  removedAt!: Date;
}

/** The entry of the table in a service's `personal-data.ts`. */
export const SAMPLE_REMOVAL = { reason: 'whether sample content is published' } as const;
