import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { FieldVersions } from '@lectern/service-kit/edit/decide-edit';

/** A named text that staff insert into replies. */
@Entity('canned_replies')
@Index('canned_replies_name', { synchronize: false })
export class CannedReply {
  /** Chosen by the client, so that a repeated request adds nothing. */
  @PrimaryColumn('uuid')
  id!: string;

  /** Unique, whatever its case. */
  @Column('text')
  name!: string;

  @Column('text')
  reply!: string;

  @Column('integer', { default: 1 })
  version!: number;

  @Column('jsonb', { default: {} })
  fieldVersions!: FieldVersions;
}
