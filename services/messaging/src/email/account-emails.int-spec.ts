import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  membershipChanged,
  paymentFailed,
  membershipCancelled,
  membershipPaused,
  membershipPauseEnded,
  membershipResumed,
} from '@lectern/contracts/billing/events';
import {
  accountChanged,
  emailChanged,
  linkRequested,
  accountDeleted,
  passwordChanged,
} from '@lectern/contracts/identity/events';
import { tournamentEntered, officeHoursChanged } from '@lectern/contracts/registrations/events';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { until } from '@lectern/test-kit/until';
import { pruneAfterADay } from '../prune-after-a-day.job.ts';
import {
  accountEvent,
  enteredEvent,
  membershipEvent,
  paymentFailedEvent,
  officeHoursEvent,
} from '../testing/events.ts';
import { type LinkIssuer, startLinkIssuer } from '../testing/link-issuer.ts';
import { type RunningMessaging, startMessaging } from '../testing/running-messaging.ts';
import { accept, cut, refuse, type SendgridServer, startSendgridServer } from '../testing/sendgrid-server.ts';

const OWNER = accountEvent().userId;

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
  sendgrid.answer(accept);
});

describe('emails with a link', () => {
  let issuer: LinkIssuer | undefined;

  afterEach(async () => {
    await issuer?.close();
    issuer = undefined;
  });

  const startIssuer = async (): Promise<LinkIssuer> => (issuer = await startLinkIssuer(messaging.redisUrl));
  const ask = async (purpose: 'setup' | 'sign_in' | 'reset'): Promise<string> => {
    const requestId = randomUUID();
    await messaging.deliverEvent(linkRequested, { requestId, purpose, email: 'ann@example.com', firstName: 'Ann' });
    return `link:${requestId}`;
  };
  const tryAgain = async (): Promise<void> => {
    await messaging.dataSource.query('UPDATE email_recipients SET next_attempt_at = now()');
    await messaging.wakeWorkers();
  };
  const bodies = (): string[] => sendgrid.received.map((mail) => mail.content[0]!.value);

  it.each([
    ['setup', 'setup', 'Set up your account', 'https://lectern.test/setup-account?email=ann%40example.com&token='],
    ['sign_in', 'reset', 'You have an account already', 'https://lectern.test/reset-password?token='],
    ['reset', 'reset', 'Choose a new password', 'https://lectern.test/reset-password?token='],
  ] as const)(
    'answer a request for %s with the link that identity issues',
    async (message, purpose, subject, address) => {
      const { issued } = await startIssuer();
      await messaging.emailIn('sent', await ask(message));
      expect(issued).toMatchObject([{ asked: { email: 'ann@example.com', purpose } }]);
      expect(sendgrid.received).toMatchObject([
        { subject, personalizations: [{ to: [{ email: 'ann@example.com' }] }] },
      ]);
      expect(JSON.stringify(sendgrid.received)).not.toContain('Ann');
      expect(bodies()[0]).toContain(`${address}${issued[0]!.token}\n`);
    },
  );

  it('greet an account that has verified the mailbox by its own name, never by a typed one', async () => {
    await startIssuer();
    await messaging.deliverEvent(accountChanged, accountEvent({ version: 2 }));
    await messaging.deliverEvent(accountChanged, accountEvent({ firstName: 'Older', emailVerifiedAt: null }));
    await messaging.emailIn('sent', await ask('reset'));
    expect(sendgrid.received).toMatchObject([
      { personalizations: [{ to: [{ email: 'ann@example.com', name: 'Ann Lee' }] }] },
    ]);
    expect(bodies()[0]).toMatch(/^Hello Ann,$/m);
    await messaging.deliverEvent(tournamentEntered, enteredEvent({ firstName: 'Collect your', lastName: 'prize' }));
    await messaging.emailIn('sent', `tournament-entered:${enteredEvent().registrationId}`);
    expect(bodies()[1]).toMatch(/^Hello Ann,$/m);
    expect(JSON.stringify(sendgrid.received)).not.toMatch(/Collect|prize/);
  });

  it('welcome a person who paid without an account, with the set-up link in that same email', async () => {
    const { issued } = await startIssuer();
    await messaging.deliverEvent(membershipChanged, membershipEvent({ userId: null }));
    await messaging.emailIn('sent', 'welcome:sub_ann');
    expect(issued).toMatchObject([{ asked: { email: 'ann@example.com', purpose: 'setup' } }]);
    expect(bodies()).toEqual([
      expect.stringContaining(`/setup-account?email=ann%40example.com&token=${issued[0]!.token}`),
    ]);
    expect(await messaging.emails()).toHaveLength(1);
  });

  it('wait while identity is down, are not lost, and do not delay other emails', async () => {
    const key = await ask('reset');
    const waiting = await until('the email to wait', async () =>
      (await messaging.emails()).find((message) => message.reason !== null),
    );
    expect(waiting).toMatchObject({
      status: 'pending',
      attempts: 1,
      reason: 'No link could be made for it (service_unavailable)',
    });
    expect(sendgrid.received).toEqual([]);
    await messaging.deliverEvent(paymentFailed, paymentFailedEvent());
    await until('an email without a link to be sent', async () =>
      (await messaging.emails()).find(({ template, status }) => template === 'payment-failed' && status === 'sent'),
    );
    const { issued } = await startIssuer();
    await tryAgain();
    expect(await messaging.emailIn('sent', key)).toMatchObject({ attempts: 2, reason: null });
    expect(bodies().filter((body) => body.includes(`token=${issued[0]!.token}`))).toHaveLength(1);
    expect(sendgrid.received).toHaveLength(2);
  });

  it('carry a fresh link at each try, and are not posted again while the result is unknown', async () => {
    const { issued } = await startIssuer();
    sendgrid.answer(refuse(503), cut);
    const key = await ask('reset');
    await until('a refusal', async () => (await messaging.emails())[0]!.reason);
    await tryAgain();
    await until('the cut', async () =>
      (await messaging.emails()).find((message) => message.attempts === 2 && message.reason?.includes('ECONNRESET')),
    );
    await tryAgain();
    sendgrid.answer(accept);
    await messaging.deliverEvent(paymentFailed, paymentFailedEvent());
    await until('a later email to be sent', async () =>
      (await messaging.emails()).find(({ template, status }) => template === 'payment-failed' && status === 'sent'),
    );
    expect(await messaging.emailIn('sending', key)).toMatchObject({ attempts: 2 });
    expect(new Set(issued.map(({ token }) => token)).size).toBe(2);
    expect(bodies().slice(0, 2)).toEqual(
      issued.map(({ token }) => expect.stringContaining(`token=${token}`) as string),
    );
  });

  it('confirm a new address there, and notify the old one of the change', async () => {
    const { issued } = await startIssuer();
    const userId = randomUUID();
    await messaging.deliverEvent(linkRequested, {
      requestId: userId,
      purpose: 'email_change',
      email: 'new@example.com',
      firstName: 'Ann',
      userId,
    });
    await messaging.emailIn('sent', `link:${userId}`);
    expect(issued).toMatchObject([{ asked: { email: 'new@example.com', purpose: 'email_change', userId } }]);
    expect(bodies()[0]).toContain(`https://lectern.test/confirm-email?token=${issued[0]!.token}\n`);
    for (let published = 0; published < 2; published += 1)
      await messaging.deliverEvent(emailChanged, { userId, version: 2, oldEmail: 'old@example.com', firstName: 'Ann' });
    await messaging.emailIn('sent', `email-changed:${userId}:2`);
    expect(sendgrid.received.map((mail) => mail.personalizations[0]!.to[0]!.email)).toEqual([
      'new@example.com',
      'old@example.com',
    ]);
    expect(issued).toHaveLength(1);
  });

  it('let a verified old address undo the change, except one that was left by an undo or by staff', async () => {
    const { issued } = await startIssuer();
    const change = { userId: randomUUID(), oldEmail: 'old@example.com', newEmail: 'new@example.com', firstName: 'Ann' };
    await messaging.deliverEvent(emailChanged, { ...change, version: 2, wasVerified: true });
    await messaging.emailIn('sent', `email-changed:${change.userId}:2`);
    expect(issued).toMatchObject([
      { asked: { email: 'old@example.com', purpose: 'email_undo', userId: change.userId } },
    ]);
    expect(bodies()[0]).toContain(`https://lectern.test/undo-email-change?token=${issued[0]!.token}\n`);
    await messaging.deliverEvent(emailChanged, { ...change, version: 3, wasVerified: false });
    await messaging.deliverEvent(emailChanged, { ...change, version: 4, wasVerified: true, isUndo: true });
    await messaging.deliverEvent(emailChanged, { ...change, version: 5, wasVerified: true, isByStaff: true });
    for (const version of [3, 4, 5]) await messaging.emailIn('sent', `email-changed:${change.userId}:${version}`);
    expect(sendgrid.received.map((mail) => mail.subject)).toEqual(
      Array.from({ length: 4 }, () => 'The email of your account was changed'),
    );
    for (const body of bodies().slice(1)) expect(body).not.toContain('token=');
    expect(issued).toHaveLength(1);
  });

  it('welcome an account with the link that verifies its address, and without it where identity issues none', async () => {
    const service = await startIssuer();
    const userId = randomUUID();
    await messaging.deliverEvent(membershipChanged, membershipEvent({ userId }));
    await messaging.emailIn('sent', 'welcome:sub_ann');
    expect(service.issued).toMatchObject([{ asked: { email: 'ann@example.com', purpose: 'verify_email', userId } }]);
    expect(bodies()[0]).toContain(`https://lectern.test/confirm-email?token=${service.issued[0]!.token}\n`);
    service.refuse(true);
    await messaging.deliverEvent(membershipChanged, membershipEvent({ userId, subscriptionId: 'sub_again' }));
    await messaging.emailIn('sent', 'welcome:sub_again');
    expect(service.issued).toHaveLength(2);
    expect(bodies()[1]).toContain('https://lectern.test/dashboard');
    expect(bodies()[1]).not.toContain('token=');
  });

  it('verify the address on request, and are given up once it is verified', async () => {
    const service = await startIssuer();
    const userId = randomUUID();
    const ask = async (): Promise<string> => {
      const requestId = randomUUID();
      await messaging.deliverEvent(linkRequested, {
        requestId,
        purpose: 'verify_email',
        email: 'ann@example.com',
        firstName: 'Ann',
        userId,
      });
      return `link:${requestId}`;
    };
    await messaging.emailIn('sent', await ask());
    expect(service.issued).toMatchObject([{ asked: { email: 'ann@example.com', purpose: 'verify_email', userId } }]);
    expect(sendgrid.received).toMatchObject([
      { subject: 'Confirm your email address', personalizations: [{ to: [{ email: 'ann@example.com' }] }] },
    ]);
    expect(bodies()[0]).toMatch(/^Hello,$/m);
    expect(bodies()[0]).toContain(`https://lectern.test/confirm-email?token=${service.issued[0]!.token}\n`);
    service.refuse(true);
    expect(await messaging.emailIn('failed', await ask())).toMatchObject({
      reason: 'The address is verified by now, or no longer the account’s',
    });
    expect(sendgrid.received).toHaveLength(1);
  });

  it('are given up or use their other wording where the link would not work', async () => {
    (await startIssuer()).refuse(true);
    expect(await messaging.emailIn('failed', await ask('reset'))).toMatchObject({ reason: 'The account is gone' });
    await messaging.emailIn('sent', await ask('setup'));
    await messaging.deliverEvent(membershipChanged, membershipEvent({ userId: null }));
    await messaging.emailIn('sent', 'welcome:sub_ann');
    expect(sendgrid.received).toHaveLength(2);
    for (const body of bodies()) expect(body).not.toContain('token=');
    expect(bodies()[0]).toContain('https://lectern.test/login');
  });

  it('are written once for a request, however often its event arrives', async () => {
    await startIssuer();
    const event = { requestId: randomUUID(), purpose: 'reset', email: 'ann@example.com', firstName: null } as const;
    for (let published = 0; published < 3; published += 1) await messaging.deliverEvent(linkRequested, event);
    await messaging.emailIn('sent', `link:${event.requestId}`);
    expect(await messaging.emails()).toHaveLength(1);
    expect(sendgrid.received).toHaveLength(1);
  });

  it('are posted only to the mailbox of their link', async () => {
    const { issued } = await startIssuer();
    await messaging.dataSource.query(
      `INSERT INTO email_recipients (dedupe_key, email, email_key, template, data) VALUES ('stray', 'other@example.com', 'other@example.com', 'admin-reset', '{"email":"ann@example.com"}')`,
    );
    expect(await messaging.emailIn('failed', 'stray')).toMatchObject({ reason: 'Its link is for another mailbox' });
    expect(issued).toEqual([]);
    expect(sendgrid.received).toEqual([]);
  });

  it('leave their token in no table', async () => {
    const { issued } = await startIssuer();
    await messaging.emailIn('sent', await ask('setup'));
    const { token } = issued[0]!;
    expect(bodies()[0]).toContain(token);
    const tables = await messaging.dataSource.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
    );
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['email_recipients', 'inbox', 'outbox']));
    for (const { name } of tables) {
      const rows = await messaging.dataSource.query<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" t`);
      expect(rows.filter(({ row }) => row.includes(token!))).toEqual([]);
    }
  });
});

describe('a mailbox that no account has verified', () => {
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
    [
      'membership-paused',
      (account) =>
        messaging.deliverEvent(membershipPaused, {
          ...{ ...membership(account), price: 9_500 },
          ...{ pausedFrom: at, pausedUntil: '2027-02-05T18:00:00.000Z' },
        }),
    ],
    [
      'membership-pause-ended',
      (account) =>
        messaging.deliverEvent(membershipPauseEnded, {
          ...{ ...membership(account), price: 9_500, hadBegun: false, charged: null, renewsAt: at },
        }),
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
