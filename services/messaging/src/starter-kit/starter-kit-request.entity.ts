import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A request for the starter kit. */
@Entity('starter_kit_requests')
@Index('starter_kit_requests_person', ['emailKey', 'requestedAt'])
export class StarterKitRequest {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** As typed. */
  @Column('text')
  email!: string;

  /** The address for comparison: trimmed and in lower case. */
  @Column('text')
  emailKey!: string;

  /** False where an email had just been written. */
  @Column('boolean')
  isEmailed!: boolean;

  @Column('timestamptz')
  requestedAt!: Date;

  /** The account that verified the address and has moved to another since; null where the row belongs to the address's present holder. */
  @Index('starter_kit_requests_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;
}
