import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { adminSignInChanged } from '@lectern/contracts/identity/events';
import type { Environment } from '@lectern/service-kit/config/load-config';
import { withDataSource } from '@lectern/service-kit/database/migrate';
import { OutboxEntry } from '@lectern/service-kit/database/outbox.entity';
import { identitySchema } from './database/schema.ts';

/** The outcome of a reset; `unknown` is an address that no administrator has. */
export type ResetOutcome = 'reset' | 'was-off' | 'unknown';

/**
 * Turns off the second factor of an administrator who has lost the app and the recovery codes: an operator's command, with the database URL
 * that migrations use (`DATABASE_URL`). Ends their sessions, is recorded and emailed to them, all of it or nothing. Safe to repeat.
 */
export const resetSecondFactor = (environment: Environment, email: string, at: Date): Promise<ResetOutcome> => {
  const url = environment['DATABASE_URL'];
  if (url === undefined || url === '') throw new Error('DATABASE_URL must be set');
  return withDataSource(identitySchema, url, (dataSource) =>
    dataSource.transaction((manager) => resetInTransaction(manager, email, at)),
  );
};

/** The same, in an open transaction. */
export const resetInTransaction = async (manager: EntityManager, email: string, at: Date): Promise<ResetOutcome> => {
  const [admin] = await manager.query<{ id: string; email: string }[]>(
    'SELECT id, email FROM admins WHERE email_key = $1 FOR UPDATE',
    [keyOf(email)],
  );
  if (admin === undefined) return 'unknown';
  const [, removed] = await manager.query<[unknown[], number]>(
    'DELETE FROM second_factors WHERE admin_id = $1 AND enabled_at IS NOT NULL',
    [admin.id],
  );
  if (removed === 0) return 'was-off';
  await manager.query('UPDATE admins SET session_version = session_version + 1 WHERE id = $1', [admin.id]);
  // No administrator signed in for this, so the record names none.
  await manager.query(
    `INSERT INTO admin_actions (action, details, created_at) VALUES ('reset_second_factor', $1, $2)`,
    [{ email: admin.email, by: 'operator' }, at],
  );
  await manager.insert(OutboxEntry, {
    id: randomUUID(),
    name: adminSignInChanged.name,
    payload: adminSignInChanged.payload.parse({
      changeId: randomUUID(),
      email: admin.email,
      change: 'turn_off_second_factor',
      client: 'by an operator of the system',
      at: at.toISOString(),
    }),
    correlationId: randomUUID(),
    occurredAt: at,
  });
  return 'reset';
};
