import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A message from the contact page. */
@Entity('contact_messages')
@Index('contact_messages_newest', ['createdAt', 'id'])
@Index('contact_messages_email_key', { synchronize: false })
export class ContactMessage {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  email!: string;

  @Column('text')
  message!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** The account that verified the address and has moved to another since; null where the row belongs to the address's present holder. */
  @Index('contact_messages_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;
}
