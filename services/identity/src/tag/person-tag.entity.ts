import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { User } from '../user/user.entity.ts';

/** A word or two by which staff find a person again, such as "volunteer judge". */
@Entity('person_tags')
@Index('person_tags_of_user', ['userId', 'tagKey'], { unique: true, where: 'user_id IS NOT NULL' })
@Index('person_tags_of_mailbox', ['emailKey', 'tagKey'], { unique: true, where: 'user_id IS NULL' })
@Index('person_tags_tag', ['tagKey'])
export class PersonTag {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** The account that has it; missing while no account has verified the mailbox. */
  @Column('uuid', { nullable: true })
  userId!: string | null;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'person_tags_user_fk' })
  user?: Relation<User>;

  /** The mailbox that it was given to. */
  @Column('text')
  emailKey!: string;

  @Column('text')
  tag!: string;

  /** Its comparison form: two spellings of a tag are one. */
  @Column('text')
  tagKey!: string;

  @Column('timestamptz')
  createdAt!: Date;
}
