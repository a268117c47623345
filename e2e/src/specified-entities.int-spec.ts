import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@lectern/test-kit/test-database';

/*
 * Section 3 of the specification, "Stored entities", to the email: every table with every field that it names, in the schema
 * of its owner, with its unique rules and defaults. Tables may have more.
 */
const ENTITIES: Record<
  string,
  { schema: string; fields: string; unique?: string[]; defaults?: Record<string, string> }
> = {
  users: {
    schema: 'identity',
    fields:
      'id email firstName lastName passwordHash stripeCustomerId stripeSubscriptionId subscriptionStatus division hasSetPassword referralCode referralCredits createdAt',
    unique: ['email_key', 'referral_code'],
    defaults: { hasSetPassword: 'false', referralCredits: '0' },
  },
  events: {
    schema: 'registrations',
    fields:
      'id title description type division datetime timezone location zoomLink capacity registrationDeadline price isActive createdAt',
    defaults: { timezone: 'EST', location: 'Zoom', isActive: 'true' },
  },
  testimonials: {
    schema: 'content',
    fields: 'id name role avatarUrl quote context rating isActive createdAt',
    defaults: { rating: '5' },
  },
  blog_posts: {
    schema: 'content',
    fields: 'id title slug excerpt content category author metaTitle metaDescription publishedAt isPublished createdAt',
    unique: ['slug'],
    defaults: { isPublished: 'false' },
  },
  programs: {
    schema: 'billing',
    fields:
      'id name description type priceMonthly priceAnnual benefits stripePriceIdMonthly stripePriceIdAnnual isActive createdAt',
  },
  newsletter_subscribers: {
    schema: 'messaging',
    fields: 'id email source tags isActive subscribedAt',
    unique: ['email_key'],
    defaults: { isActive: 'true' },
  },
  debate_club_registrations: {
    schema: 'registrations',
    fields:
      'id userId email firstName lastName phone division billingCycle experienceLevel goals referralSource referralCode status billingStartDate stripeCustomerId stripeSubscriptionId registeredAt',
    defaults: { status: 'active' },
  },
  tournament_registrations: {
    schema: 'registrations',
    fields:
      'id eventId userId email firstName lastName phone division experienceLevel specialRequests paymentStatus paymentAmount registeredAt',
    defaults: { paymentStatus: 'pending' },
  },
  bootcamp_registrations: {
    schema: 'registrations',
    fields:
      'id userId email firstName lastName phone experienceLevel goals referralSource paymentStatus paymentAmount stripeCheckoutSessionId stripePaymentIntentId specialRequests registeredAt',
    defaults: { paymentStatus: 'pending', paymentAmount: '15500' },
  },
  admins: {
    schema: 'identity',
    fields: 'id email passwordHash name role isActive createdAt lastLoginAt',
    unique: ['email_key'],
  },
  email_campaigns: {
    schema: 'messaging',
    fields:
      'id adminId name subject content targetAudience recipientCount sentCount openCount clickCount status scheduledAt sentAt createdAt',
    defaults: { recipientCount: '0', sentCount: '0', openCount: '0', clickCount: '0', status: 'draft' },
  },
  email_recipients: {
    schema: 'messaging',
    fields: 'id campaignId email name status sentAt openedAt clickedAt createdAt',
    defaults: { status: 'pending' },
  },
  admin_actions: { schema: 'identity', fields: 'id adminId action details ipAddress userAgent createdAt' },
  promo_codes: {
    schema: 'billing',
    fields:
      'id code name description discountType discountValue minimumAmount maxUses currentUses validFrom validUntil isActive applicableProducts createdBy createdAt updatedAt',
    // Decisions: a code's name is free again after deletion.
    unique: ['code where (archived_at IS NULL)'],
    defaults: { currentUses: '0', validFrom: 'now()' },
  },
  zoom_recordings: {
    schema: 'content',
    fields:
      'id zoomMeetingId zoomMeetingUuid topic hostId startTime duration recordingCount recordingFiles isDebateClub isProcessed createdAt updatedAt',
    unique: ['zoom_meeting_uuid'],
  },
  referrals: {
    schema: 'billing',
    fields: 'id referrerId refereeId refereeEmail referralCode status creditAmount creditedAt registeredAt createdAt',
    defaults: { status: 'pending', creditAmount: '5000' },
  },
};

const SERVICES = ['identity', 'billing', 'registrations', 'messaging', 'content'];
const root = fileURLToPath(new URL('../..', import.meta.url));
const snake = (name: string): string => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  for (const service of SERVICES) {
    // The built migrations, as an installation runs them.
    const path = join(root, 'services', service, 'dist', 'migrate.js');
    const { migrate } = (await import(pathToFileURL(path).href)) as {
      migrate: (environment: Record<string, string>) => Promise<string[]>;
    };
    await migrate({ DATABASE_URL: database.urlFor(service), DATABASE_ADMIN_URL: database.adminUrl });
  }
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

const columnsOf = async (schema: string, table: string): Promise<Map<string, string | null>> => {
  const { rows } = await client.query<{ name: string; fallback: string | null }>(
    'SELECT column_name AS name, column_default AS fallback FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2',
    [schema, table],
  );
  return new Map(rows.map(({ name, fallback }) => [name, fallback]));
};

const uniqueColumns = async (schema: string, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ columns: string }>(
    `SELECT string_agg(a.attname, ',') || coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '') AS columns FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = format('%I.%I', $1::text, $2::text)::regclass AND i.indisunique GROUP BY i.indexrelid, i.indpred, i.indrelid`,
    [schema, table],
  );
  return rows.map(({ columns }) => columns);
};

describe('the stored entities of the specification', () => {
  it.each(Object.entries(ENTITIES))(
    '%s has every field, unique rule and default',
    async (table, { schema, fields, unique = [], defaults = {} }) => {
      const columns = await columnsOf(schema, table);
      expect(
        fields
          .split(' ')
          .map(snake)
          .filter((name) => !columns.has(name)),
      ).toEqual([]);
      expect(await uniqueColumns(schema, table)).toEqual(expect.arrayContaining(unique));
      for (const [field, value] of Object.entries(defaults)) {
        expect(`${field}: ${columns.get(snake(field))?.replace(/^'(.*)'::[\w ]+$/, '$1') ?? 'none'}`).toBe(
          `${field}: ${value}`,
        );
      }
    },
  );

  it('are accessible to their owner alone, of all services', async () => {
    for (const service of SERVICES) {
      const stranger = new pg.Client({ connectionString: database.urlFor(service) });
      await stranger.connect();
      for (const [table, { schema }] of Object.entries(ENTITIES)) {
        const reading = stranger.query(`SELECT 1 FROM ${schema}.${table}`);
        if (schema === service) await reading;
        else await expect(reading).rejects.toThrow(/permission denied/);
      }
      await stranger.end();
    }
  });
});
