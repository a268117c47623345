import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAdmin } from '@lectern/contracts/identity/model';
import type { ListImport } from '@lectern/contracts/list-import';
import { adminActed } from '@lectern/contracts/messaging/events';
import {
  addImportRows,
  checkImport,
  countMailings,
  doImport,
  finishImport,
  listSubscribers,
  startImport,
  subscribeToNewsletter,
} from '@lectern/contracts/messaging/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';

const BY = {
  adminId: randomUUID(),
  role: 'owner' as const,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
};

describe('newsletter subscribers from a file', () => {
  let messaging: RunningMessaging;
  beforeAll(async () => {
    messaging = await startMessaging();
  });
  afterAll(() => messaging.stop());
  beforeEach(() =>
    emptyTables(
      messaging.dataSource,
      'newsletter_subscribers, suppressed_addresses, subscriber_counts, outbox, list_imports CASCADE',
    ),
  );

  const check = async (text: string, separator = ','): Promise<ListImport> => {
    const [columns = [], ...rows] = text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(separator));
    const { id } = await messaging.rpc.call(startImport, { name: 'readers.csv', columns });
    await messaging.rpc.call(addImportRows, {
      id,
      rows: rows.map((cells, index) => ({ line: index + 2, cells: columns.map((_column, at) => cells[at] ?? '') })),
    });
    const { mapping } = await messaging.rpc.call(finishImport, { id });
    return messaging.rpc.call(checkImport, { id, mapping });
  };

  it('joins the list with its source and tags, counted and recorded', async () => {
    const file = await check(
      'Email address;Tags;Source\nann@example.com;debate, spring 2026, debate;fair\nBob@Example.com;;\n',
      ';',
    );
    expect(file).toMatchObject({ ready: 2, refused: 0 });
    await messaging.rpc.call(doImport, { id: file.id, by: BY });
    expect((await messaging.rpc.call(listSubscribers, {})).items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          email: 'ann@example.com',
          tags: ['debate', 'spring 2026'],
          source: 'fair',
          isActive: true,
        }),
        expect.objectContaining({ email: 'Bob@Example.com', tags: [], source: 'import' }),
      ]),
    );
    expect(await messaging.rpc.call(countMailings, {})).toMatchObject({ activeNewsletterSubscribers: 2 });
    const published = await messaging.dataSource.query<{ payload: unknown }[]>(
      'SELECT payload FROM outbox WHERE name = $1',
      [adminActed.name],
    );
    expect(published.map(({ payload }) => payload)).toEqual([
      {
        by: actingAdmin.parse(BY),
        action: 'import_newsletter_subscribers',
        details: { file: 'readers.csv', added: 2, refused: 0 },
        at: expect.any(String),
      },
    ]);
  });

  it('refuses addresses that are on the list, have unsubscribed or cannot be reached', async () => {
    await messaging.rpc.call(subscribeToNewsletter, { email: 'there@example.com', source: 'footer', tags: [] });
    await messaging.rpc.call(subscribeToNewsletter, { email: 'left@example.com', source: 'footer', tags: [] });
    await messaging.dataSource.query(
      `UPDATE newsletter_subscribers SET is_active = false, unsubscribed_at = now() WHERE email_key = 'left@example.com'`,
    );
    await messaging.dataSource.query(
      `INSERT INTO suppressed_addresses (email_key, reason, since) VALUES ('no@example.com', 'unsubscribed', now()), ('back@example.com', 'bounced', now()), ('angry@example.com', 'complained', now())`,
    );
    const file = await check(`Email,Tags
there@example.com,
LEFT@example.com,
no@example.com,
back@example.com,
angry@example.com,
long@example.com,${'x'.repeat(51)}
new@example.com,
`);
    expect(file).toMatchObject({ ready: 1, refused: 6 });
    expect(file.problems.map(({ problem }) => problem)).toEqual([
      'This email address is subscribed already',
      'This email address has unsubscribed',
      'This email address has unsubscribed',
      'An email to this address bounced',
      'The owner of this email address marked an email as spam',
      'A tag has at most 50 characters',
    ]);
    await messaging.rpc.call(doImport, { id: file.id, by: BY });
    const active = (await messaging.rpc.call(listSubscribers, { status: 'active' })).items;
    expect(active.map(({ email }) => email).toSorted()).toEqual(['new@example.com', 'there@example.com']);
  });
});
