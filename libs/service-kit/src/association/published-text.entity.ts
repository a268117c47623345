import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The newest version of a text of content that this service has received. There is no row before content published one. */
@Entity('published_texts')
export class PublishedText {
  /** Of content's text. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'published_texts_pkey' })
  key!: string;

  @Column('integer')
  version!: number;

  /** As the event had it. */
  @Column('jsonb')
  value!: object;
}
