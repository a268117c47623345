import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as billing from '@lectern/contracts/billing/rpc';
import { accountDeleted } from '@lectern/contracts/identity/events';
import { until } from '@lectern/test-kit/until';
import { codeOf, member } from '../testing/member.ts';
import { startBilling, type TestBilling } from '../testing/start-billing.ts';

let system: TestBilling;

beforeAll(async () => {
  system = await startBilling();
  await until(
    'the prices to be created',
    async () => (await system.rpc.call(billing.listPrograms, {}))[0]?.stripePriceIdAnnual != null,
  );
});
afterAll(() => system.close());

type Member = Awaited<ReturnType<typeof member>>;
const cancel = ({ userId }: Member, given: { reason?: 'no_time' | 'other'; comment?: string } = {}) =>
  system.rpc.call(billing.cancelSubscription, { userId, ...given });
const storedOf = ({ customerId }: Member) =>
  system.database.query<{ reason: string | null; comment: string | null }[]>(
    'SELECT reason, comment FROM cancellation_reasons WHERE customer_id = $1 ORDER BY at',
    [customerId],
  );

describe('the reason of a cancellation', () => {
  it('is stored once for each cancellation, and shown to staff', async () => {
    const who = await member(system);
    await Promise.all([1, 2, 3].map(() => cancel(who, { reason: 'no_time', comment: 'I travel.' })));
    await cancel(who, { reason: 'other' });
    expect(await storedOf(who)).toEqual([{ reason: 'no_time', comment: 'I travel.' }]);
    await system.rpc.call(billing.resumeSubscription, who);
    await cancel(who, { reason: 'other' });
    expect(await storedOf(who)).toEqual([
      { reason: 'no_time', comment: 'I travel.' },
      { reason: 'other', comment: null },
    ]);
    const { items } = await system.rpc.call(billing.readTimeline, {
      ...{ userId: who.userId, emailKey: who.email.toLowerCase(), kind: null, after: null, limit: 50 },
    });
    expect(items.filter(({ what }) => what === 'cancellation_explained')).toMatchObject([
      { details: { reason: 'other', comment: null } },
      { details: { reason: 'no_time', comment: 'I travel.' } },
    ]);
  });

  it('is not stored where none is given, or nothing is cancelled', async () => {
    const who = await member(system);
    await system.faults('api', { fail: 1 });
    expect(await codeOf(cancel(who, { reason: 'no_time' }))).toBe('payment_provider_unavailable');
    await system.faults('api', {});
    await cancel(who);
    expect(await storedOf(who)).toEqual([]);
    // A repetition, with what was left out before.
    await cancel(who, { reason: 'no_time' });
    expect(await storedOf(who)).toEqual([{ reason: 'no_time', comment: null }]);
  });

  it('loses its words when the person is erased', async () => {
    const who = await member(system);
    await cancel(who, { reason: 'other', comment: 'Ada moves.' });
    await system.deliverEvent(accountDeleted, {
      ...{ userId: who.userId, email: who.email, verifiedEmail: null, firstName: 'Ada' },
      deletedAt: new Date().toISOString(),
    });
    await until('the words to be erased', async () => (await storedOf(who))[0]?.comment === null);
    expect(await storedOf(who)).toEqual([{ reason: 'other', comment: null }]);
  });
});
