import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A write with an idempotency key that took effect, and its answer. Written in the transaction of that effect. */
@Entity('idempotent_requests')
@Index('idempotent_requests_created_at', ['createdAt'])
export class IdempotentRequest {
  /** The kind of write: keys of different kinds are independent. */
  @PrimaryColumn('text')
  operation!: string;

  @PrimaryColumn('text')
  key!: string;

  /** A short fingerprint of the contents. */
  @Column('text')
  fingerprint!: string;

  /** Null only during the transaction, when no other can see the row. */
  @Column('jsonb', { nullable: true })
  result!: unknown;

  /** By the database's clock. */
  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}

/** For the migration of a service that has them. */
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
