import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from './user.entity.ts';

/** A verified email address that an account left and that no account has verified since: erased with that account. */
@Entity('former_addresses')
@Index('former_addresses_user', ['userId'])
export class FormerAddress {
  @PrimaryColumn('text')
  emailKey!: string;

  @Column('uuid')
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'former_addresses_user_fk' })
  user?: Relation<User>;
}
