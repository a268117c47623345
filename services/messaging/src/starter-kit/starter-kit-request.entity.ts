import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Somebody asked for the starter kit. */
@Entity('starter_kit_requests')
@Index('starter_kit_requests_person', ['emailKey', 'requestedAt'])
export class StarterKitRequest {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** As typed. */
  @Column('text')
  email!: string;

  /** The address as it is compared: trimmed, without letter case. */
  @Column('text')
  emailKey!: string;

  /** False where one had just been written. */
  @Column('boolean')
  isEmailed!: boolean;

  @Column('timestamptz')
  requestedAt!: Date;

  /** The account that had verified the address and moved to another since; null where the rows of an address are its present holder's. */
  @Index('starter_kit_requests_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;
}
