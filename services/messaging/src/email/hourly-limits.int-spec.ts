import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { membershipCancelled, membershipResumed } from '@lectern/contracts/billing/events';
import { accountChanged, accountDeleted, emailChanged, passwordChanged } from '@lectern/contracts/identity/events';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { until } from '@lectern/test-kit/until';
import { pruneAfterADay } from '../prune-after-a-day.job.ts';
import { accountEvent, officeHoursEvent } from '../testing/events.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';

const OWNER = accountEvent().userId;

describe('a mailbox that no account has verified', () => {
  let messaging: RunningMessaging;
  let sendgrid: SendgridServer;
  beforeAll(async () => {
    [messaging, sendgrid] = await Promise.all([startMessaging(), startSendgridServer()]);
    await messaging.startWorker(sendgrid.url);
  });
  afterAll(async () => {
    await sendgrid.close();
    await messaging.stop();
  });
  beforeEach(async () => {
    await emptyTables(messaging.dataSource, 'email_recipients, link_clicks, provider_events, accounts');
    sendgrid.received.length = 0;
  });

  /** An account of a stranger who typed the address of the mailbox. */
  interface Account {
    readonly userId: string;
    readonly email: string;
  }
  const stranger = (email = 'ann@example.com'): Account => ({ userId: randomUUID(), email });
  const person = { firstName: 'Ann', lastName: 'Lee' };
  let version = 0;
  const changePassword = ({ userId, email }: Account, isReset = false) =>
    messaging.deliverEvent(passwordChanged, { userId, email, version: (version += 1), firstName: 'Ann', isReset });
  const remove = (
    { userId, email }: Account,
    differences: { verifiedEmail?: string; leavesPurchases?: boolean } = {},
  ) =>
    messaging.deliverEvent(accountDeleted, {
      userId,
      email,
      verifiedEmail: null,
      firstName: 'Ann',
      deletedAt: new Date().toISOString(),
      ...differences,
    });
  const membership = (account: Account) =>
    ({ ...account, ...person, subscriptionId: 'sub_ann', version: (version += 1), plan: 'monthly' }) as const;
  const at = '2027-01-05T18:00:00.000Z';

  const KINDS: readonly (readonly [template: string, cause: (account: Account) => Promise<void>])[] = [
    ['account-password-changed', changePassword],
    [
      'account-email-changed',
      ({ userId, email }) =>
        messaging.deliverEvent(emailChanged, { userId, oldEmail: email, version: (version += 1), firstName: 'Ann' }),
    ],
    [
      'membership-cancelled',
      (account) => messaging.deliverEvent(membershipCancelled, { ...membership(account), accessUntil: at }),
    ],
    [
      'membership-resumed',
      (account) => messaging.deliverEvent(membershipResumed, { ...membership(account), price: 9_500, renewsAt: at }),
    ],
    ...(['requested', 'cancelled'] as const).map(
      (change) =>
        [
          `office-hours-${change === 'requested' ? 'confirmed' : change}`,
          (account: Account) =>
            messaging.deliverEvent(
              officeHoursChanged,
              officeHoursEvent({ ...account, change, requestId: randomUUID() }),
            ),
        ] as const,
    ),
  ];
  const toAnn = async (template: string): Promise<number> =>
    (await messaging.emails()).filter((row) => row.template === template && row.emailKey === 'ann@example.com').length;

  it('gets three emails an hour of each kind, and all of its own account', async () => {
    const counts = async () =>
      Object.fromEntries(
        await Promise.all(KINDS.map(async ([template]) => [template, await toAnn(template)] as const)),
      );
    const eachKind = (count: number) => Object.fromEntries(KINDS.map(([template]) => [template, count]));
    for (const [template, cause] of KINDS) {
      for (let caused = 0; caused < 5; caused += 1) await cause(stranger());
      await cause(stranger('bo@example.com'));
      expect(await messaging.emails()).toContainEqual(expect.objectContaining({ template, email: 'bo@example.com' }));
    }
    // Each kind has its own limit.
    expect(await counts()).toEqual(eachKind(3));
    await messaging.dataSource.query(`UPDATE email_recipients SET created_at = created_at - interval '61 minutes'`);
    for (const [, cause] of KINDS) await cause(stranger());
    expect(await counts()).toEqual(eachKind(4));
    await messaging.deliverEvent(accountChanged, accountEvent());
    for (const [, cause] of KINDS)
      for (let caused = 0; caused < 4; caused += 1) await cause({ userId: OWNER, email: 'ann@example.com' });
    expect(await counts()).toEqual(eachKind(8));
  });

  it('gets three emails an hour about deleted accounts, and about what these did before', async () => {
    for (let deleted = 0; deleted < 5; deleted += 1) {
      const account = stranger();
      await changePassword(account);
      await remove(account);
      if (deleted < 3) await messaging.emailIn('sent', `account-deleted:${account.userId}`);
    }
    const written = (await messaging.emails()).map(({ template, email }) => ({ template, email }));
    expect(written.toSorted((one, other) => (one.template! < other.template! ? -1 : 1))).toEqual([
      ...Array.from({ length: 3 }, () => ({ template: 'account-deleted', email: '' })),
      ...Array.from({ length: 3 }, () => ({ template: 'account-password-changed', email: '' })),
    ]);
    expect(sendgrid.received.filter(({ subject }) => subject === 'Your account has been deleted')).toHaveLength(3);
  });

  it('cannot be recognized in what is left of an erased email a day later', async () => {
    const [first, second] = [stranger(), stranger()];
    await remove(first);
    await remove(second);
    for (const { userId } of [first, second]) await messaging.emailIn('sent', `account-deleted:${userId}`);
    await messaging.dataSource.query(
      `UPDATE email_recipients SET created_at = now() - interval '24 hours 1 second' WHERE dedupe_key = $1`,
      [`account-deleted:${first.userId}`],
    );
    await messaging.startJob(pruneAfterADay);
    const limited = await until('the older one to be forgotten', async () => {
      const rows = (await messaging.emails()).filter(({ limitKey }) => limitKey !== null);
      return rows.length < 2 && rows.map(({ dedupeKey }) => dedupeKey);
    });
    expect(limited).toEqual([`account-deleted:${second.userId}`]);
  });

  it('still gets the emails that only its holder can cause', async () => {
    for (let caused = 0; caused < 3; caused += 1) {
      await changePassword(stranger());
      await remove(stranger());
    }
    await changePassword(stranger(), true);
    const [madeRoom, own] = [stranger(), stranger()];
    await remove(madeRoom, { leavesPurchases: true });
    await remove(own, { verifiedEmail: own.email });
    for (const { userId } of [madeRoom, own]) await messaging.emailIn('sent', `account-deleted:${userId}`);
    expect(await toAnn('account-password-changed')).toBe(4);
  });
});
