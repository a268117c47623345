import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A token that was signed out before it expired. Kept until then. */
@Entity('ended_sessions')
@Index('ended_sessions_expiry', ['expiresAt'])
export class EndedSession {
  @PrimaryColumn('uuid')
  tokenId!: string;

  @Column('timestamptz')
  expiresAt!: Date;
}
