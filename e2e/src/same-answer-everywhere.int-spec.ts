import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { patientlyInAudiences } from './testing/jobs.ts';
import { emailsTo, emailTo } from './testing/mailbox.ts';
import {
  adminTokenOf,
  callApi,
  joinAs,
  logInPerson,
  newRegistration,
  patiently,
  payAt,
  pricesOf,
  registerPerson,
} from './testing/person.ts';
import { stripeOf } from './testing/provider.ts';
import { type RunningSystem, startSystem } from './testing/start-system.ts';

/* Every list, count, page and email agrees about the same person, through the whole system. */
let system: RunningSystem;
let database: pg.Pool;
let adminToken: string;

beforeAll(async () => {
  system = await startSystem({ APP_CLOCK: '2026-09-01T12:00:00Z' });
  const run = await system.run();
  database = new pg.Pool({ connectionString: run.database.adminUrl, max: 2 });
  adminToken = await adminTokenOf(system);
  await pricesOf(system);
});

afterAll(async () => {
  await database.end();
  await system.stop();
});

const admin = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  callApi<T>(system, method, `/api/admin${path}`, {
    token: adminToken,
    headers,
    ...(body === undefined ? {} : { body }),
  });
const memberCall = <T = Record<string, unknown>>(token: string, method: string, path: string, body?: unknown) =>
  callApi<T>(system, method, path, { token, ...(body === undefined ? {} : { body }) });

const someone = (): string => `person+${randomUUID().slice(0, 8)}@example.com`;

/** The form with which an administrator adds a member. */
const addedManually = (email: string, differences: object = {}) => ({
  email,
  firstName: 'Ada',
  lastName: 'Okafor',
  division: 'development',
  billingCycle: 'monthly',
  ...differences,
});

/** Has the provider report an event of the newest email to an address, once there is one. */
const provider = async (email: string, event: 'bounce' | 'spamreport'): Promise<void> => {
  const { id } = await emailTo(system, email, () => true);
  const reported = await fetch(`${system.sandboxUrl}/mail/api/messages/${id}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event }),
  });
  if (!reported.ok) throw new Error(`Reporting answered ${reported.status}`);
};

/** A person who registered and paid, once the membership is open. */
const newMember = async (differences: object = {}) => {
  const registration = { ...newRegistration(), ...differences };
  return { ...registration, token: await joinAs(system, registration) };
};

/** Shows that the account's holder reads its mailbox. */
const verify = async (member: { email: string; token: string }) => {
  expect(await memberCall(member.token, 'POST', '/api/auth/verify-email')).toMatchObject({ status: 200 });
  const { text } = await emailTo(system, member.email, ({ text }) => text.includes('/confirm-email?'));
  expect(
    await memberCall(member.token, 'POST', '/api/auth/confirm-email', { token: /token=([\w-]+)/.exec(text)![1] }),
  ).toMatchObject({ status: 200 });
};

interface Row {
  readonly id: string;
  readonly email: string;
  readonly status: string;
  readonly referralCode: string | null;
  readonly stripeSubscriptionId: string | null;
}

/** The debate club registrations of an address, as the administrator's list shows them. */
const rowsOf = async (email: string): Promise<Row[]> =>
  (await admin<Row[]>('GET', `/debate-club-registrations?q=${encodeURIComponent(email)}`)).body;

/** Waits until something holds in the audiences of emails too. */
const inAudiences = <T>(what: string, attempt: () => Promise<T>): Promise<T> =>
  patientlyInAudiences(system, what, attempt);

describe('a member’s registration', () => {
  it('carries the referral code with which the person joined, in the list and in the file', async () => {
    const referrer = await newMember();
    const { body } = await memberCall<{ referralCode: string }>(referrer.token, 'GET', '/api/referrals/my-code');
    const referred = await newMember({ referralCode: body.referralCode });
    await patiently('the registrations', async () => {
      expect(await rowsOf(referred.email)).toMatchObject([{ referralCode: body.referralCode }]);
      expect(await rowsOf(referrer.email)).toMatchObject([{ referralCode: null }]);
    });
    const file = await admin<string>('GET', `/export/debate-club?q=${encodeURIComponent(referred.email)}`);
    expect(file.body).toContain(body.referralCode);

    // The code was the referrer's: it goes with their account.
    expect(
      await memberCall(referrer.token, 'POST', '/api/account/delete', { currentPassword: referrer.password }),
    ).toMatchObject({ status: 200 });
    await patiently('the end of the code', async () =>
      expect(await rowsOf(referred.email)).toMatchObject([{ referralCode: null, status: 'active' }]),
    );
  });
});

describe('a person’s timeline', () => {
  interface Timeline {
    readonly items: { readonly what: string; readonly at: string; readonly events: Record<string, unknown> }[];
  }
  const renewalsOf = async (email: string) =>
    (
      await admin<Timeline>('GET', `/people/timeline?email=${encodeURIComponent(email)}&kind=membership`)
    ).body.items.filter(({ what }) => what === 'renewal_changed');

  it('shows when the member cancelled and when they resumed, once each', async () => {
    const member = await newMember();
    for (const step of ['cancel', 'cancel', 'resume', 'cancel']) {
      expect(await memberCall(member.token, 'POST', `/api/subscription/${step}`)).toMatchObject({ status: 200 });
    }
    const shown = await renewalsOf(member.email);
    expect(shown).toMatchObject(['cancelled', 'resumed', 'cancelled'].map((change) => ({ details: { change } })));
    expect(shown.map(({ at }) => at)).toEqual(
      shown
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });
});

describe('a newsletter subscriber after a bounce or a complaint', () => {
  it('is shown as that, and is active in no list, count or audience until an administrator lifts it', async () => {
    const [bounced, complained, active] = [someone(), someone(), someone()];
    // The starter kit subscribes its reader, and the provider reports events of its email.
    for (const email of [bounced, complained, active])
      expect((await callApi(system, 'POST', '/api/starter-kit', { body: { email } })).status).toBe(200);
    const counts = async () => ({
      card: (await admin<{ activeNewsletterSubscribers: number }>('GET', '/dashboard')).body
        .activeNewsletterSubscribers,
      list: Number((await admin('GET', '/newsletter-subscribers?status=active')).headers.get('x-total-count')),
      audience: (await admin<{ recipients: number }>('GET', '/email-campaigns/audience?targetAudience=newsletter')).body
        .recipients,
    });
    const before = await counts();
    await provider(bounced, 'bounce');
    await provider(complained, 'bounce');
    await provider(complained, 'spamreport');
    expect(before.card).toBe(before.list);
    expect(before.list).toBe(before.audience);
    const fewer = (by: number) => ({ card: before.card - by, list: before.list - by, audience: before.audience - by });
    await patiently('the provider’s word', async () => expect(await counts()).toEqual(fewer(2)));
    const statusOf = async (email: string) =>
      (await admin<{ status: string }[]>('GET', `/newsletter-subscribers?q=${encodeURIComponent(email)}`)).body[0]!
        .status;
    expect([await statusOf(bounced), await statusOf(complained), await statusOf(active)]).toEqual([
      'bounced',
      'complained',
      'active',
    ]);
    const shown = (await admin<{ email: string }[]>('GET', '/newsletter-subscribers?status=bounced')).body.map(
      ({ email }) => email,
    );
    expect(shown).toContain(bounced);
    expect(shown).not.toContain(complained);
    expect((await admin<string>('GET', `/export/newsletter?q=${encodeURIComponent(bounced)}`)).body).toContain(
      'bounced',
    );
    expect(await admin('POST', '/people/lift-suppression', { email: bounced, reason: 'bounced' })).toMatchObject({
      status: 200,
    });
    expect(await counts()).toEqual(fewer(1));
  });
});

describe('the number of members', () => {
  it('is the same on the dashboard, in the list and in Analytics, regardless of how they were added and of what happened later', async () => {
    const numbers = async () => ({
      card: (await admin<{ activeDebateClubMembers: number }>('GET', '/dashboard')).body.activeDebateClubMembers,
      list: Number((await admin('GET', '/debate-club-registrations?status=active')).headers.get('x-total-count')),
      analytics: (await admin<{ months: { active: number }[] }>('GET', '/analytics/members?months=1')).body.months.at(
        -1,
      )!.active,
    });
    const agreeOn = (what: string, count: number) =>
      patiently(
        what,
        async () => expect(await numbers()).toEqual({ card: count, list: count, analytics: count }),
        20_000,
      );
    const before = (await numbers()).list;
    await agreeOn('what there is already', before);
    const paying = await newMember();
    await agreeOn('a member who pays', before + 1);
    const added = await admin<Row>('POST', '/debate-club-registrations', addedManually(someone()));
    expect(added.status).toBe(201);
    await agreeOn('a member added manually', before + 2);
    expect(
      (await admin('POST', '/debate-club-registrations', addedManually(someone(), { status: 'paused' }))).status,
    ).toBe(201);
    await agreeOn('a paused one', before + 2);
    expect((await admin('DELETE', `/debate-club-registrations/${added.body.id}`)).status).toBe(200);
    await agreeOn('one deleted', before + 1);
    const [row] = await rowsOf(paying.email);
    expect((await admin('DELETE', `/debate-club-registrations/${row!.id}`)).status).toBe(200);
    await agreeOn('one deleted whose subscription goes on', before);
  });
});

describe('a member whose account staff deactivated', () => {
  const turn = async (email: string, which: 'deactivate' | 'reactivate') => {
    const { rows } = await database.query<{ id: string }>('SELECT id FROM identity.users WHERE email = $1', [email]);
    expect(await admin('POST', `/members/${rows[0]!.id}/${which}`, { reason: 'asked for it' })).toMatchObject({
      status: 200,
    });
  };
  const audience = async (of: string) =>
    (await admin<{ recipients: number }>('GET', `/email-campaigns/audience?targetAudience=${of}`)).body.recipients;
  /** Every count of members, and how many joined and left this month. */
  const counts = async () => {
    const month = (
      await admin<{ months: { joined: number; left: number; active: number }[] }>('GET', '/analytics/members?months=1')
    ).body.months.at(-1)!;
    return {
      card: (await admin<{ activeDebateClubMembers: number }>('GET', '/dashboard')).body.activeDebateClubMembers,
      list: Number((await admin('GET', '/debate-club-registrations?status=active')).headers.get('x-total-count')),
      analytics: month.active,
      stayed: month.joined - month.left,
      club: await audience('debate_club'),
      all: await audience('all'),
    };
  };
  /** The person's rows in the lists, the file and the copied emails. */
  const listed = async (email: string) => {
    const q = `q=${encodeURIComponent(email)}`;
    return {
      statuses: (await rowsOf(email)).map(({ status }) => status),
      files: await Promise.all(
        ['active', 'cancelled'].map(async (status) =>
          (await admin<string>('GET', `/export/debate-club?${q}&status=${status}`)).body.includes(email),
        ),
      ),
      emails: (await admin<{ emails: string[] }>('GET', `/debate-club-registrations/emails?${q}&status=active`)).body
        .emails,
    };
  };
  const active = (email: string) => ({ statuses: ['active'], files: [true, false], emails: [email] });
  const gone = { statuses: ['cancelled'], files: [false, true], emails: [] };
  const fewer = (of: Awaited<ReturnType<typeof counts>>, by: number) =>
    Object.fromEntries(Object.entries(of).map(([what, count]) => [what, count - by]));
  const settled = (email: string) =>
    inAudiences('the member everywhere', async () => {
      expect(await listed(email)).toEqual(active(email));
      // Before the counts, which would otherwise be of two moments.
      expect(await audienceOf(email)).toBe(1);
      const all = await counts();
      expect([all.card, all.list]).toEqual([all.analytics, all.analytics]);
      return all;
    });
  const audienceOf = async (email: string): Promise<number> =>
    (
      await database.query(`SELECT 1 FROM messaging.contacts WHERE list = 'debate_club' AND email_key = $1`, [
        email.toLowerCase(),
      ])
    ).rowCount ?? 0;

  it('is no active member for any list, count or audience, and is one again once the account is reactivated', async () => {
    const member = await newMember();
    const before = await settled(member.email);
    await turn(member.email, 'deactivate');
    await inAudiences('the deactivation', async () =>
      expect([await listed(member.email), await counts()]).toEqual([gone, fewer(before, 1)]),
    );
    await turn(member.email, 'reactivate');
    await inAudiences('the reactivation', async () =>
      expect([await listed(member.email), await counts()]).toEqual([active(member.email), before]),
    );
    const renews = () =>
      patiently('the membership', async () => {
        const { rows } = await database.query(
          `SELECT s.cancel_at_period_end AS stopped FROM billing.subscriptions s JOIN billing.customers c ON c.id = s.customer_id WHERE c.email = $1`,
          [member.email],
        );
        expect(rows).toEqual([{ stopped: false }]);
      });
    await renews();

    // The deleted row of a deactivated member is counted once.
    await turn(member.email, 'deactivate');
    await inAudiences('the deactivation', async () => expect(await counts()).toEqual(fewer(before, 1)));
    const [row] = await rowsOf(member.email);
    expect((await admin('DELETE', `/debate-club-registrations/${row!.id}`)).status).toBe(200);
    await patiently('the deletion', async () => expect(await counts()).toEqual(fewer(before, 1)));
    await turn(member.email, 'reactivate');
    await renews();
    expect(await counts()).toEqual(fewer(before, 1));
  });

  it('is not active either where staff added the row manually, and has its status again afterwards', async () => {
    const person = newRegistration();
    await registerPerson(system, person);
    await verify({ email: person.email, token: await logInPerson(system, person) });
    expect((await admin('POST', '/debate-club-registrations', addedManually(person.email))).status).toBe(201);
    await patiently('the account of the row', async () => {
      const { rows } = await database.query(
        'SELECT 1 FROM registrations.debate_club_registrations WHERE email = $1 AND user_id IS NOT NULL',
        [person.email],
      );
      expect(rows).toHaveLength(1);
    });
    const before = await settled(person.email);
    await turn(person.email, 'deactivate');
    await inAudiences('the deactivation', async () =>
      expect([await listed(person.email), await counts()]).toEqual([gone, fewer(before, 1)]),
    );
    await turn(person.email, 'reactivate');
    await inAudiences('the reactivation', async () =>
      expect([await listed(person.email), await counts()]).toEqual([active(person.email), before]),
    );
  });
});

describe('a member who joined again after a refund', () => {
  it('is in the list once, as an active member, and gets no email for former ones; the person page has both memberships', async () => {
    const stripe = stripeOf(system);
    const member = await newMember();
    const [customer] = (await stripe.customers.list({ email: member.email })).data;
    const [charge] = (await stripe.charges.list({ customer: customer!.id })).data;
    await stripe.refunds.create({ charge: charge!.id });
    await patiently('the membership to end', async () =>
      expect(await rowsOf(member.email)).toMatchObject([{ status: 'cancelled' }]),
    );
    const [ended] = await rowsOf(member.email);
    const { body } = await memberCall<{ checkoutUrl: string }>(member.token, 'POST', '/api/subscription/checkout', {
      plan: 'annual',
    });
    await payAt(body.checkoutUrl);
    await patiently('the next one', async () =>
      expect((await memberCall(member.token, 'GET', '/api/auth/user')).body).toMatchObject({
        subscriptionStatus: 'active',
      }),
    );
    await patiently('one row', async () => expect(await rowsOf(member.email)).toMatchObject([{ status: 'active' }]));
    expect((await rowsOf(member.email))[0]!.id).not.toBe(ended!.id);
    const written = async (status: string) =>
      (
        await admin<{ emails: string[] }>(
          'GET',
          `/debate-club-registrations/emails?status=${status}&q=${encodeURIComponent(member.email)}`,
        )
      ).body.emails;
    expect([await written('active'), await written('cancelled')]).toEqual([[member.email], []]);
    const { body: file } = await admin<string>('GET', `/export/debate-club?q=${encodeURIComponent(member.email)}`);
    expect(file.trim().split('\r\n').slice(1)).toEqual([expect.stringContaining(member.email)]);
    const { body: person } = await admin<{ items: { what: string; details: { isHidden: boolean } }[] }>(
      'GET',
      `/people/timeline?email=${encodeURIComponent(member.email)}&kind=registrations`,
    );
    // Nobody deleted either.
    expect(person.items.filter(({ what }) => what === 'debate_club').map(({ details }) => details.isHidden)).toEqual([
      false,
      false,
    ]);
  });
});

describe('deleting an account whose mailbox was never verified', () => {
  /** Tables with a row that holds this text. */
  const holding = async (text: string): Promise<string[]> => {
    const { rows } = await database.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('identity', 'billing', 'registrations', 'messaging')`,
    );
    const found = await Promise.all(
      rows.map(async ({ name }) =>
        (await database.query(`SELECT 1 FROM ${name} one WHERE one::text ILIKE $1 LIMIT 1`, [`%${text}%`])).rowCount ===
        0
          ? []
          : [name],
      ),
    );
    return found.flat();
  };
  const nextTournament = async (): Promise<string> =>
    (await callApi<{ id: string; type: string; isNext: boolean }[]>(system, 'GET', '/api/events')).body.find(
      ({ type, isNext }) => type === 'tournament' && isNext,
    )!.id;

  it('removes everything that the account did, and leaves everything that another person did with the same address', async () => {
    // Letters alone: a name with many digits is refused as a message.
    const messages = (): string =>
      randomUUID()
        .slice(0, 6)
        .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
    const [leaver, other] = [`Leaver${messages()}`, `Other${messages()}`];
    const member = await newMember({ firstName: leaver });
    const entry = (firstName: string) => ({
      firstName,
      lastName: 'Okafor',
      email: member.email,
      events: ['prepared_speech'],
      division: 'development',
      waiver: true,
    });
    expect(await memberCall(member.token, 'POST', '/api/tournament/register', entry(leaver))).toMatchObject({
      status: 201,
    });
    const { body } = await memberCall<{ slots: { startsAt: string }[] }>(member.token, 'GET', '/api/office-hours');
    expect(
      await memberCall(member.token, 'POST', '/api/office-hours', {
        startsAt: body.slots[0]!.startsAt,
        topic: `About ${leaver}`,
      }),
    ).toMatchObject({ status: 201 });
    // The other one of the couple, signed out.
    expect(
      await callApi(system, 'POST', '/api/tournament/register', {
        body: { ...entry(other), eventId: await nextTournament() },
      }),
    ).toMatchObject({ status: 201 });
    const tournament = /tournament|Classic/i;
    const emailsAbout = async (subject: RegExp) =>
      (await emailsTo(system, member.email)).filter((email) => subject.test(email.subject)).length;
    await patiently('the emails', async () =>
      expect([await emailsAbout(tournament), await emailsAbout(/office hours/i)]).toEqual([2, 1]),
    );
    // The team's email about the office hours says what they are about.
    await patiently('the team’s email', async () =>
      expect(await holding(leaver)).toContain('messaging.email_recipients'),
    );
    expect(
      await memberCall(member.token, 'POST', '/api/account/delete', { currentPassword: member.password }),
    ).toMatchObject({ status: 200 });
    await patiently('the erasure', async () => expect(await holding(leaver)).toEqual([]));
    expect(await holding(other)).toContain('registrations.tournament_registrations');
    const { rows } = await database.query(
      'SELECT template FROM messaging.email_recipients WHERE email = $1 ORDER BY template',
      [member.email],
    );
    expect(rows.map(({ template }) => template as string)).toContain('tournament-entry');
  });
});

describe('a member added manually', () => {
  const everywhere = async (email: string) => {
    const rows = (await rowsOf(email)).filter(({ status }) => status !== 'cancelled');
    const file =
      (await admin<string>('GET', `/export/debate-club?q=${encodeURIComponent(email)}`)).body.trim().split('\r\n')
        .length - 1;
    const { body } = await admin<{ emails: string[] }>(
      'GET',
      `/debate-club-registrations/emails?q=${encodeURIComponent(email)}`,
    );
    return { rows: rows.length, file, emails: body.emails.length };
  };
  const oneOfEach = { rows: 1, file: 1, emails: 1 };
  const numbers = async () => ({
    card: (await admin<{ activeDebateClubMembers: number }>('GET', '/dashboard')).body.activeDebateClubMembers,
    analytics: (await admin<{ months: { active: number }[] }>('GET', '/analytics/members?months=1')).body.months.at(-1)!
      .active,
  });
  /** How many of an audience's contacts are this person. */
  const inAudience = async (email: string): Promise<number> =>
    (
      await database.query(`SELECT 1 FROM messaging.contacts WHERE list = 'debate_club' AND email_key = $1`, [
        email.toLowerCase(),
      ])
    ).rowCount ?? 0;

  it('is one member after paying, for every list, count and audience, and stays so when the membership’s row is deleted', async () => {
    const before = await patiently('one number', async () => {
      const { card, analytics } = await numbers();
      expect(card).toBe(analytics);
      return { card, analytics };
    });
    const registration = newRegistration();
    const added = await admin<Row>(
      'POST',
      '/debate-club-registrations',
      addedManually(registration.email.toUpperCase(), { goals: 'Between staff', phone: '+1 555 0100' }),
    );
    expect(added.status).toBe(201);
    const more = { card: before.card + 1, analytics: before.analytics + 1 };
    await inAudiences('the counts', async () =>
      expect([await numbers(), await inAudience(registration.email)]).toEqual([more, 1]),
    );
    const member = await newMember(registration);
    await patiently('the subscription’s row', async () => {
      expect((await rowsOf(member.email)).map(({ stripeSubscriptionId }) => stripeSubscriptionId)).toEqual([
        expect.stringMatching(/^sub_/),
      ]);
    });
    expect(await everywhere(member.email)).toEqual(oneOfEach);
    await inAudiences('the counts', async () =>
      expect([await numbers(), await inAudience(member.email)]).toEqual([more, 1]),
    );
    // The account's mailbox is unverified: what staff noted is not its own.
    const data = await memberCall(member.token, 'GET', '/api/account/data');
    expect(data.status).toBe(200);
    expect(JSON.stringify(data.body)).not.toContain('Between staff');

    const [row] = await rowsOf(member.email);
    expect((await admin('DELETE', `/debate-club-registrations/${row!.id}`)).status).toBe(200);
    expect(await rowsOf(member.email)).toEqual([]);
    await inAudiences('the counts', async () =>
      expect([await numbers(), await inAudience(member.email)]).toEqual([before, 0]),
    );
  });

  it('keeps the names and the division that staff noted when they pay signed out', async () => {
    const { email } = newRegistration();
    expect(
      (await admin('POST', '/debate-club-registrations', addedManually(email, { division: 'professional' }))).status,
    ).toBe(201);
    const { firstName, lastName } = addedManually(email);
    const { body } = await callApi<{ type: string; stripePriceIdMonthly: string }[]>(system, 'GET', '/api/programs');
    const priceId = body.find(({ type }) => type === 'debate_club')!.stripePriceIdMonthly;
    const opened = await callApi<{ url: string }>(system, 'POST', '/api/create-subscription', {
      body: { priceId, customerEmail: email },
    });
    await payAt(opened.body.url);
    await patiently('the subscription’s row', async () => {
      expect(await rowsOf(email)).toEqual([
        expect.objectContaining({
          stripeSubscriptionId: expect.stringMatching(/^sub_/),
          firstName,
          lastName,
          division: 'professional',
        }),
      ]);
    });
  });

  it('keeps what staff noted, typed or in a file, once they have paid and confirmed their email', async () => {
    const [typed, imported] = [newRegistration(), newRegistration()];
    const noted = { phone: '+1 555 0100', goals: 'Speak without notes' };
    expect((await admin('POST', '/debate-club-registrations', addedManually(typed.email, noted))).status).toBe(201);
    const file = `email,first name,last name,division,billing cycle,phone,goals\n${imported.email},Ada,Okafor,development,monthly,${noted.phone},${noted.goals}\n`;
    const { body } = await admin<{ id: string; mapping: object }>(
      'POST',
      '/imports/debate-club?name=members.csv',
      file,
      { 'content-type': 'text/csv' },
    );
    expect((await admin('POST', `/imports/debate-club/${body.id}/check`, body.mapping)).body).toMatchObject({
      ready: 1,
    });
    expect((await admin('POST', `/imports/debate-club/${body.id}/do`)).status).toBe(200);
    expect(await rowsOf(imported.email)).toMatchObject([noted]);
    for (const registration of [typed, imported]) {
      const member = { ...registration, token: await joinAs(system, registration) };
      await verify(member);
      await patiently(
        'what staff noted',
        async () => {
          expect(await rowsOf(member.email)).toMatchObject([
            { stripeSubscriptionId: expect.stringMatching(/^sub_/), ...noted },
          ]);
        },
        30_000,
      );
    }
  });

  it('is refused, typed or in a file, where the person pays already, also when their row was deleted', async () => {
    const member = await newMember();
    await patiently('the row', async () => expect(await rowsOf(member.email)).toHaveLength(1));
    const refused = { status: 409, body: { code: 'registration_exists' } };
    const inFile = async () => {
      const text = `email,first name,last name,division,billing cycle\n${member.email.toUpperCase()},Ada,Okafor,development,monthly\n`;
      const { body } = await admin<{ id: string; mapping: object }>(
        'POST',
        '/imports/debate-club?name=members.csv',
        text,
        { 'content-type': 'text/csv' },
      );
      return (
        await admin<{ ready: number; refused: number }>('POST', `/imports/debate-club/${body.id}/check`, body.mapping)
      ).body;
    };
    expect(await inFile()).toMatchObject({
      ready: 0,
      refused: 1,
      problems: [{ problem: 'This email has a debate club registration already' }],
    });
    expect(await admin('POST', '/debate-club-registrations', addedManually(member.email.toUpperCase()))).toMatchObject(
      refused,
    );
    const [row] = await rowsOf(member.email);
    expect((await admin('DELETE', `/debate-club-registrations/${row!.id}`)).status).toBe(200);
    expect(
      await admin('POST', '/debate-club-registrations', addedManually(` ${member.email.toUpperCase()} `)),
    ).toMatchObject(refused);
    expect(await inFile()).toMatchObject({
      ready: 0,
      refused: 1,
      problems: [{ problem: 'This email has a debate club registration already' }],
    });
  });
});

describe('an account whose verified mailbox moves to another address', () => {
  const move = async (
    member: { firstName: string; lastName: string; password: string; token: string },
    email: string,
  ) => {
    const { firstName, lastName } = member;
    expect(
      await memberCall(member.token, 'PUT', '/api/auth/update-profile', {
        firstName,
        lastName,
        email,
        currentPassword: member.password,
      }),
    ).toMatchObject({ status: 200 });
    const { text } = await emailTo(system, email, ({ text }) => text.includes('/confirm-email?'));
    expect(
      await memberCall(member.token, 'POST', '/api/auth/confirm-email', { token: /token=([\w-]+)/.exec(text)![1] }),
    ).toMatchObject({ status: 200 });
  };
  const listed = async (email: string) =>
    (await admin<{ status: string }[]>('GET', `/newsletter-subscribers?q=${encodeURIComponent(email)}`)).body.map(
      ({ status }) => status,
    );
  const optOuts = async (email: string) =>
    (
      await database.query<{ list: string }>('SELECT list FROM messaging.list_opt_outs WHERE email_key = $1', [email])
    ).rows.map(({ list }) => list);
  const leave = (email: string) =>
    database.query(`INSERT INTO messaging.list_opt_outs (email_key, list, since) VALUES ($1, 'tournament', now())`, [
      email,
    ]);

  it('moves its newsletter and the lists that it left, and leaves nothing to the next owner of the old address', async () => {
    const member = await newMember();
    await verify(member);
    expect((await callApi(system, 'POST', '/api/newsletter', { body: { email: member.email } })).status).toBe(200);
    await leave(member.email);
    const email = someone();
    await move(member, email);
    await patiently('the newsletter at the new address', async () =>
      expect([await listed(email), await listed(member.email)]).toEqual([['active'], []]),
    );
    expect([await optOuts(email), await optOuts(member.email)]).toEqual([['tournament'], []]);
  });

  it('moves the row that staff added, in every list and audience, and leaves the old address to its next owner', async () => {
    const registration = newRegistration();
    expect((await admin('POST', '/debate-club-registrations', addedManually(registration.email))).status).toBe(201);
    await registerPerson(system, registration);
    const member = { ...registration, token: await logInPerson(system, registration) };
    await verify(member);
    // The account may move before the row is known to be its own.
    const email = someone();
    await move(member, email);
    const everywhere = async (address: string) => {
      const rows = await rowsOf(address);
      const { body } = await admin<{ emails: string[] }>(
        'GET',
        `/debate-club-registrations/emails?q=${encodeURIComponent(address)}`,
      );
      const { rows: contacts } = await database.query(
        `SELECT 1 FROM messaging.contacts WHERE list = 'debate_club' AND email_key = $1`,
        [address],
      );
      return [rows.length, body.emails.length, contacts.length];
    };
    await inAudiences('the new address', async () =>
      expect([await everywhere(email), await everywhere(member.email)]).toEqual([
        [1, 1, 1],
        [0, 0, 0],
      ]),
    );
    const next = await newMember({ email: member.email });
    await inAudiences('the next owner', async () =>
      expect([await everywhere(email), await everywhere(next.email)]).toEqual([
        [1, 1, 1],
        [1, 1, 1],
      ]),
    );
    expect(await rowsOf(next.email)).toMatchObject([{ stripeSubscriptionId: expect.stringMatching(/^sub_/) }]);
  });

  it('leaves bounces with the old address, and the subscription of the new one unchanged', async () => {
    const member = await newMember();
    await verify(member);
    expect((await callApi(system, 'POST', '/api/starter-kit', { body: { email: member.email } })).status).toBe(200);
    await emailTo(system, member.email, ({ subject }) => /starter kit/i.test(subject));
    await provider(member.email, 'bounce');
    await patiently('the bounce', async () => expect(await listed(member.email)).toEqual(['bounced']));
    const email = someone();
    expect((await callApi(system, 'POST', '/api/newsletter', { body: { email } })).status).toBe(200);
    await move(member, email);
    await patiently('the move', async () =>
      expect([await listed(email), await listed(member.email)]).toEqual([['active'], []]),
    );
  });

  it('does not move the newsletter of an address that it never verified', async () => {
    const member = await newMember();
    expect((await callApi(system, 'POST', '/api/newsletter', { body: { email: member.email } })).status).toBe(200);
    const email = someone();
    await move(member, email);
    await emailTo(system, member.email, ({ subject }) => /email/i.test(subject) && /chang/i.test(subject));
    expect([await listed(email), await listed(member.email)]).toEqual([[], ['active']]);
  });
});
