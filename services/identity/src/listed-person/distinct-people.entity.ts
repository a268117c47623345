import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Two people that staff keep apart, by `ListedPerson.personKey`: the lesser one first. */
@Entity('distinct_people')
@Check('distinct_people_ordered', 'one_key < other_key')
export class DistinctPeople {
  @PrimaryColumn('text')
  oneKey!: string;

  @Index('distinct_people_other')
  @PrimaryColumn('text')
  otherKey!: string;

  @Column('timestamptz')
  saidAt!: Date;
}
