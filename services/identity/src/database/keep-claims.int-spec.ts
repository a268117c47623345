import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateSchema, asOwner } from '@lectern/service-kit/database/migrate';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';
import { identitySchema } from './schema.ts';

/** The release before kept memberships by account and by address; nobody loses access by the next one. */
const BEFORE = {
  ...identitySchema,
  migrations: identitySchema.migrations.slice(
    0,
    identitySchema.migrations.findIndex(({ name }) => name.startsWith('KeepClaims')),
  ),
};

let database: TestDatabase;
let environment: { DATABASE_URL: string; DATABASE_ADMIN_URL: string };

beforeAll(async () => {
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.urlFor('identity'), DATABASE_ADMIN_URL: database.adminUrl };
  await migrateSchema(BEFORE, environment);
});

afterAll(() => database.drop());

interface Kept {
  readonly email: string;
  readonly isVerified: boolean;
  /** What the release before had bound the membership to. */
  readonly isBound: boolean;
  readonly paidWithoutAccount: boolean;
}

describe('memberships that were kept by address', () => {
  it('stay with the account that had them, and wait for the holder of the mailbox where there was none', async () => {
    const people: Record<string, Kept> = {
      'joined and verified': {
        email: 'joined@example.com',
        isVerified: true,
        isBound: true,
        paidWithoutAccount: false,
      },
      'let in by the address alone': {
        email: 'address@example.com',
        isVerified: false,
        isBound: false,
        paidWithoutAccount: true,
      },
      'verified, with a payment that was never bound': {
        email: 'late@example.com',
        isVerified: true,
        isBound: false,
        paidWithoutAccount: true,
      },
    };
    const ids = new Map(Object.keys(people).map((who) => [who, randomUUID()]));
    await asOwner(identitySchema, environment, async (dataSource) => {
      for (const [who, { email, isVerified, isBound, paidWithoutAccount }] of Object.entries(people)) {
        await dataSource.query(
          `INSERT INTO users (id, email, email_key, first_name, last_name, referral_code, subscription_status, email_proven_at) VALUES ($1, $2, $2, 'Ada', 'Okafor', $3, 'active', $4)`,
          [ids.get(who), email, `CODE-${email}`, isVerified ? new Date() : null],
        );
        await dataSource.query(
          `INSERT INTO memberships (subscription_id, customer_id, user_id, email_key, paid_without_account, access, started_at, version) VALUES ($1, $2, $3, $4, $5, true, now(), 1)`,
          [`sub_${email}`, `cus_${email}`, isBound ? ids.get(who) : null, email, paidWithoutAccount],
        );
      }
      await dataSource.query(
        `INSERT INTO memberships (subscription_id, customer_id, email_key, paid_without_account, access, started_at, version) VALUES ('sub_guest', 'cus_guest', 'guest@example.com', true, true, now(), 1)`,
      );
    });
    await migrateSchema(identitySchema, environment);
    const [claims, memberships] = await asOwner(identitySchema, environment, async (dataSource) => [
      await dataSource.query<{ subject_id: string; user_id: string | null; granted_by: string | null }[]>(
        'SELECT subject_id, user_id, granted_by FROM claims ORDER BY subject_id',
      ),
      await dataSource.query<{ user_id: string | null }[]>('SELECT user_id FROM memberships ORDER BY customer_id'),
    ]);
    expect(claims).toEqual([
      { subject_id: 'cus_address@example.com', user_id: ids.get('let in by the address alone'), granted_by: 'payment' },
      { subject_id: 'cus_guest', user_id: null, granted_by: null },
      { subject_id: 'cus_joined@example.com', user_id: ids.get('joined and verified'), granted_by: 'mailbox' },
      {
        subject_id: 'cus_late@example.com',
        user_id: ids.get('verified, with a payment that was never bound'),
        granted_by: 'mailbox',
      },
    ]);
    expect(memberships.map(({ user_id }) => user_id)).toEqual(claims.map(({ user_id }) => user_id));
  });
});
