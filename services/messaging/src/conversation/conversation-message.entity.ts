import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Conversation } from './conversation.entity.ts';

/** A message of a conversation: of the person, or of an administrator. */
@Entity('conversation_messages')
@Index('conversation_messages_conversation', ['conversationId', 'createdAt'])
// An index of an expression.
@Index('conversation_messages_other_email', { synchronize: false })
export class ConversationMessage {
  /** That of the contact message or the request for office hours; of a reply, chosen by the client, so that it is sent once. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  conversationId!: string;

  @ManyToOne(() => Conversation, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'conversation_id', foreignKeyConstraintName: 'conversation_messages_conversation_fk' })
  conversation?: Relation<Conversation>;

  @Column('text')
  text!: string;

  /** Text of earlier messages that an answer by email repeats. */
  @Column('text', { nullable: true })
  quoted!: string | null;

  /** The administrator who wrote it; null for the person. */
  @Column('uuid', { nullable: true })
  adminId!: string | null;

  /** The sender of an answer by email, where that is not the conversation's address; empty where it could not be read. */
  @Column('text', { nullable: true })
  otherEmail!: string | null;

  /** Of an answer by email: neither SPF nor DKIM confirms its sender, so anybody may have sent it. */
  @Column('boolean', { default: false })
  isUnconfirmed!: boolean;

  /** Of an answer by email: a hash of its message id, by which a repeated delivery is recognized. */
  @Index('conversation_messages_received', { unique: true, where: 'received_key IS NOT NULL' })
  @Column('text', { nullable: true })
  receivedKey!: string | null;

  @Column('timestamptz')
  createdAt!: Date;
}
