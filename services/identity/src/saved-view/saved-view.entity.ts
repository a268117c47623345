import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ViewDefinition, ViewedList } from '@lectern/contracts/identity/saved-view';
import { Admin } from '../admin/admin.entity.ts';

/** A view of a list of the console that an administrator saved. It goes with its administrator. */
@Entity('saved_views')
@Index('saved_views_name', { synchronize: false })
@Index('saved_views_shared', ['list'], { where: 'is_shared' })
@Check('saved_views_definition_small', 'octet_length(definition::text) <= 8192')
export class SavedView {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  adminId!: string;

  @ManyToOne(() => Admin, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'admin_id', foreignKeyConstraintName: 'saved_views_admin' })
  admin?: Relation<Admin>;

  @Column('text')
  list!: ViewedList;

  /** Unique for its administrator and list, in any letter case (`saved_views_name`). */
  @Column('text')
  name!: string;

  @Column('boolean')
  isShared!: boolean;

  @Column('jsonb')
  definition!: ViewDefinition;

  @Column('timestamptz')
  createdAt!: Date;
}
