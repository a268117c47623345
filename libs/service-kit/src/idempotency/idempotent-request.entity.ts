import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A named write that took effect, and what was answered. Written in the transaction of that effect. */
@Entity('idempotent_requests')
@Index('idempotent_requests_created_at', ['createdAt'])
export class IdempotentRequest {
  /** Which write it was: keys of different ones do not meet. */
  @PrimaryColumn('text')
  operation!: string;

  @PrimaryColumn('text')
  key!: string;

  /** What was sent, in short. */
  @Column('text')
  fingerprint!: string;

  /** Missing only while the transaction is under way, when nobody else can see it. */
  @Column('jsonb', { nullable: true })
  result!: unknown;

  /** By the database's clock. */
  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}

/** For the migration of a service that keeps them. */
export const CREATE_IDEMPOTENT_REQUESTS = `
  CREATE TABLE idempotent_requests (
    operation text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    result jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (operation, key)
  );
  CREATE INDEX idempotent_requests_created_at ON idempotent_requests (created_at);
`;
