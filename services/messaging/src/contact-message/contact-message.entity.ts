import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What somebody wrote through the contact page. */
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

  /** The account that had verified the address and moved to another since; null where the rows of an address are its present holder's. */
  @Index('contact_messages_user', { where: 'user_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  userId!: string | null;
}
