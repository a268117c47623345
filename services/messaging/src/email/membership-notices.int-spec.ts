import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cardExpiring, renewalDue } from '@lectern/contracts/billing/events';
import { accountChanged, accountDeleted } from '@lectern/contracts/identity/events';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { accountEvent } from '../testing/events.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';

let messaging: RunningMessaging;
beforeAll(async () => {
  messaging = await startMessaging();
});
afterAll(() => messaging.stop());
beforeEach(() => emptyTables(messaging.dataSource, 'email_recipients, link_clicks, provider_events, accounts'));

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const payer = () => ({
  subscriptionId: `sub_${randomUUID()}`,
  userId: randomUUID(),
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  plan: 'annual' as const,
});
const renewal = (renewsAt = inDays(14)) => ({
  ...payer(),
  renewsAt,
  price: 95_000,
  amount: 90_000,
  card: { last4: '4242', expires_at: inDays(400) },
});
const expiry = (expiresAt = inDays(30)) => ({
  ...payer(),
  notice: 'card_month' as const,
  cardId: 'pm_1',
  card: { last4: '4242', expires_at: expiresAt },
  renewsAt: inDays(40),
});
const written = async (): Promise<(string | null)[]> =>
  (await messaging.emails()).map(({ template }) => template).sort();

it('emails each notice once, however often its event arrives', async () => {
  const [charge, card] = [renewal(), expiry()];
  for (let time = 0; time < 2; time += 1) {
    await messaging.deliverEvent(renewalDue, charge);
    await messaging.deliverEvent(cardExpiring, card);
  }
  await messaging.deliverEvent(cardExpiring, { ...card, notice: 'card_week' });
  await messaging.deliverEvent(renewalDue, { ...charge, renewsAt: inDays(379) });
  expect(await written()).toEqual(['card-expiring', 'card-expiring', 'renewal-due', 'renewal-due']);
});

it('emails no notice of a charge or an expiry that is over', async () => {
  await messaging.deliverEvent(renewalDue, renewal(inDays(-0.01)));
  await messaging.deliverEvent(cardExpiring, expiry(inDays(-0.01)));
  expect(await written()).toEqual([]);
});

it('emails nothing about a deleted account, and no typed name to a mailbox that no account has verified', async () => {
  const [charge, deleted] = [renewal(), renewal()];
  await messaging.deliverEvent(accountDeleted, {
    userId: deleted.userId,
    email: deleted.email,
    verifiedEmail: null,
    firstName: 'Ann',
    deletedAt: inDays(0),
  });
  await messaging.deliverEvent(renewalDue, deleted);
  await messaging.deliverEvent(renewalDue, charge);
  const emails = (await messaging.emails()).filter(({ template }) => template === 'renewal-due');
  expect(emails).toHaveLength(1);
  expect(emails[0]?.data).toMatchObject({ firstName: '', hasAccount: true });

  await messaging.deliverEvent(accountChanged, accountEvent());
  const { userId, email, firstName } = accountEvent();
  await messaging.deliverEvent(cardExpiring, { ...expiry(), userId, email });
  expect((await messaging.emails()).find(({ template }) => template === 'card-expiring')?.data).toMatchObject({
    firstName,
  });
});
