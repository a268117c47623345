import { expect, it } from 'vitest';
import { summaryOf } from './trace-statements.ts';

it.each([
  [
    'SELECT "User"."id" AS "User_id" FROM "identity"."users" "User" WHERE "User"."email_key" = $1',
    'SELECT identity.users',
  ],
  ['INSERT INTO inbox (event_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', 'INSERT inbox'],
  ['UPDATE outbox SET published_at = now() WHERE id = ANY($1)', 'UPDATE outbox'],
  ['delete from outbox where id = $1', 'DELETE outbox'],
  ['\n  -- why\n  WITH due AS (SELECT id FROM emails) UPDATE emails SET x = 1', 'WITH emails'],
  ['START TRANSACTION', 'START'],
  ['COMMIT', 'COMMIT'],
  ['SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', 'SELECT'],
  ['', 'SQL'],
])('calls %j %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});
