import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import type Stripe from 'stripe';
import { type Account, accountsSystem, newEmail, PASSWORD, sessionOf, setUpForm } from '../testing/accounts.ts';
import { operateOn } from '../testing/operate.ts';
import { emailsTo, emailTo, tokenTo } from '../testing/mailbox.ts';
import {
  callApi,
  isActive,
  logInPerson,
  membershipOf,
  newRegistration,
  patiently,
  payAt,
  registerPerson,
} from '../testing/person.ts';
import { NOW } from '../testing/start-system.ts';

/*
 * Identity, billing, registrations and messaging agree about a person whose email address changes, or moves to the account of the mailbox's holder:
 * through the public API of the whole running system.
 */
const {
  system,
  stripe,
  prices,
  adminToken,
  post,
  get,
  account,
  verified,
  moveTo,
  resetBy,
  setUpBy,
  openAsGuest,
  payAsGuest,
  join,
  paymentsOf,
  isMemberEverywhere,
  clubRowsOf,
  liveOf,
  setUpByPayment,
} = await accountsSystem();

/** Waits until no event is left in any outbox or queue, as the operator's status shows. */
const settled = (email: string, check: () => Promise<void>): Promise<void> =>
  patiently(`the records about ${email} to agree`, check);

describe('an account whose email staff change, and whose holder has forgotten the password', () => {
  const NEW_PASSWORD = 'the holder of the mailbox';
  const idOf = async ({ token }: Account): Promise<string> =>
    (await get<{ id: string }>('/api/auth/user', token)).body.id;
  const staffChange = async (userId: string, email: string): Promise<void> => {
    const form = { email, reason: 'mistyped', currentPassword: (await system.run()).admin.password };
    expect((await post(`/api/admin/members/${userId}/change-email`, form, adminToken)).status).toBe(200);
  };
  const ask = (email: string) => post('/api/auth/reset-password', { email });
  const reset = (token: string, password = NEW_PASSWORD) =>
    post('/api/auth/reset-password/confirm', { token, password, confirmPassword: password });

  it('is opened by a reset with the new email, which becomes the email of the account', async () => {
    const person = await setUpByPayment();
    const meant = newEmail();
    await staffChange(await idOf(person), meant);
    const ofStaff = await tokenTo(system, meant, '/confirm-email');
    expect((await emailTo(system, meant, 'Confirm your new email')).text).toContain(
      'use this email within a day to reset your password',
    );
    const answer = await ask(meant.toUpperCase());
    const { status, body } = await ask(newEmail());
    expect(answer).toMatchObject({ status, body });
    const token = await tokenTo(system, meant, '/reset-password');
    expect((await emailTo(system, meant, 'Choose a new password')).text).not.toContain('Eve');
    // Nothing has changed yet.
    expect((await get('/api/auth/user', person.token)).body).toMatchObject({
      email: person.email,
      pendingEmail: meant,
    });

    expect((await reset(token)).status).toBe(200);
    expect((await get('/api/auth/user', person.token)).status).toBe(401);
    for (const [email, password] of [
      [person.email, PASSWORD],
      [person.email, NEW_PASSWORD],
      [meant, PASSWORD],
    ] as const) {
      expect((await post('/api/auth/login', { email, password })).status).toBe(401);
    }
    const holder = {
      email: meant,
      password: NEW_PASSWORD,
      token: await logInPerson(system, { email: meant, password: NEW_PASSWORD }),
    };
    expect((await get('/api/auth/user', holder.token)).body).toMatchObject({
      email: meant,
      isEmailVerified: true,
      pendingEmail: null,
    });
    await emailTo(system, person.email, 'The email of your account was changed');
    expect((await reset(token)).status).toBe(400);
    // It says that the account has this email, which is so.
    expect((await post('/api/auth/confirm-email', { token: ofStaff }, holder.token)).status).toBe(200);
    expect((await post('/api/auth/confirm-email', { token: ofStaff }, person.token)).status).toBe(401);
    await settled(meant, () => isMemberEverywhere(holder));
  });
});

describe('an account whose email address somebody else changes', () => {
  const undo = (token: string, password: string) =>
    post('/api/auth/undo-email-change', { token, password, confirmPassword: password });

  it('returns to its holder, with the membership, however often it moved on, and no other link or session is left', async () => {
    const holder = await verified();
    await join(holder);
    const [second, third] = [newEmail(), newEmail()];
    // They know the password.
    const thief = {
      email: holder.email,
      token: await logInPerson(system, { email: holder.email, password: PASSWORD }),
    };
    await moveTo(await moveTo(thief, second), third);
    const thiefsLink = await tokenTo(system, second, '/undo-email-change');
    const moved = await post<{ token: string }>('/api/auth/login', { email: third, password: PASSWORD });
    expect(moved.status).toBe(200);

    // So that there is no room for it at the holder's address.
    const squatter = { ...newRegistration(), email: holder.email, firstName: 'Sid' };
    await registerPerson(system, squatter);
    const squattersToken = await logInPerson(system, squatter);

    const password = 'the holder of the mailbox';
    const link = await tokenTo(system, holder.email, '/undo-email-change');
    expect(await undo(link, password)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining(holder.email) },
    });
    for (const token of [thief.token, holder.token, moved.body.token, squattersToken])
      expect((await get('/api/auth/user', token)).status).toBe(401);
    expect((await post('/api/auth/login', { email: third, password: PASSWORD })).status).toBe(401);
    for (const used of [link, thiefsLink])
      expect(await undo(used, PASSWORD)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    const { text } = await emailTo(system, third, 'The email of your account was changed');
    expect(text).not.toContain('token=');

    const back = { email: holder.email, password, token: await logInPerson(system, { email: holder.email, password }) };
    expect((await get('/api/auth/user', back.token)).body).toMatchObject({
      email: holder.email,
      isEmailVerified: true,
      pendingEmail: null,
    });
    await settled(holder.email, () => isMemberEverywhere(back));
  });
});

describe('an account that was opened for a mailbox whose holder uses an earlier link', () => {
  const name = { firstName: 'Ada', lastName: 'Okafor' };
  /** Requests another email address. Returns a function that follows the emailed link. */
  const askToMove = async ({ token }: Account, email: string): Promise<() => Promise<number>> => {
    const body = { ...name, email, currentPassword: PASSWORD };
    expect((await callApi(system, 'PUT', '/api/auth/update-profile', { token, body })).status).toBe(200);
    const link = await tokenTo(system, email, '/confirm-email');
    return async () => (await post('/api/auth/confirm-email', { token: link }, token)).status;
  };
  const seatPage = async ({ email, token }: Account): Promise<string> => {
    const form = { email, ...name, experienceLevel: 'beginner' };
    const answer = await post<{ checkoutUrl: string }>('/api/bootcamp-checkout', form, token);
    expect(answer.status).toBe(200);
    return answer.body.checkoutUrl;
  };
  const membershipPage = async ({ token }: Account): Promise<string> =>
    (await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'monthly' }, token)).body.checkoutUrl;
  const entryPage = async ({ email, token }: Account): Promise<string> => {
    const form = { email, ...name, events: ['prepared_speech'], division: 'development', waiver: true };
    const entryResponse = await post<{ payment: { token: string } }>('/api/tournament/register', form, token);
    expect(entryResponse.status).toBe(201);
    const page = await post<{ url: string }>(
      '/api/payment-links/checkout',
      { token: entryResponse.body.payment.token },
      token,
    );
    return page.body.url;
  };
  const countPaid = async ({ token }: Account): Promise<number> =>
    (await get<{ entry: { status: string } | null }[]>('/api/events/mine', token)).body.filter(
      ({ entry }) => entry?.status === 'paid',
    ).length;
  const statusOf = async (page: string) => (await stripe.checkout.sessions.retrieve(sessionOf(page))).status;
  const chargesOf = async (page: string): Promise<Stripe.Charge[]> => {
    const { customer } = await stripe.checkout.sessions.retrieve(sessionOf(page));
    return (await stripe.charges.list({ customer: customer as string, limit: 10 })).data;
  };

  const kinds = [
    // First, because the seat would include it.
    ['tournament-registrations', 'You are in', entryPage],
    ['bootcamp-registrations', 'Your seat in', seatPage],
  ] as const;
  let paidTwice: { before: string; email: string; charges: Stripe.Charge[]; checking: ReturnType<typeof operateOn> };
  beforeAll(async () => {
    const person = await verified();
    for (const [, , open] of kinds) await payAt(await open(person));
    await patiently('the payments', async () => expect(await countPaid(person)).toBe(2));
    const [before, email] = [person.email, newEmail()];
    const charges: Stripe.Charge[] = [];
    for (const [, subject, open] of kinds) {
      const page = await open({ email } as Account);
      await payAt(page);
      await emailTo(system, email, subject);
      charges.push(...(await chargesOf(page)));
    }
    const moved = await moveTo(person, email);
    await patiently('all to be of the account', async () => expect(await paymentsOf(moved)).toHaveLength(4));
    // It compares twice, 15 seconds apart: the other cases run meanwhile.
    paidTwice = { before, email, charges, checking: operateOn(system, ['check', '--json']) };
  });

  it('takes an entry and a seat that it has paid along to a mailbox that is registered unpaid in the same name', async () => {
    const person = await verified();
    for (const [, , open] of kinds) await payAt(await open(person));
    await patiently('the payments', async () => expect(await countPaid(person)).toBe(2));
    const [before, email] = [person.email, newEmail()];
    const others: string[] = [];
    for (const [, , open] of kinds) others.push(await open({ email } as Account));
    const moved = await moveTo(person, email);
    const listed = async (list: string, address: string) =>
      (await get<{ paymentStatus: string }[]>(`/api/admin/${list}?q=${encodeURIComponent(address)}`, adminToken)).body;
    await settled(email, async () => {
      for (const [list] of kinds) {
        expect(await listed(list, before)).toEqual([]);
        expect(await listed(list, email)).toMatchObject([{ paymentStatus: 'paid' }]);
      }
      for (const page of others) expect(await statusOf(page)).toBe('expired');
    });
    expect(await countPaid(moved)).toBe(2);
  });

  it('leaves an entry and a seat that it has paid to the mailbox, with the payments', async () => {
    const holder = await verified();
    const email = newEmail();
    const confirm = await askToMove(holder, email);
    const inTheWay = await account(email);
    const page = await entryPage(inTheWay);
    await payAt(page);
    await emailTo(system, email, 'You are in');
    await payAt(await seatPage(inTheWay));
    await emailTo(system, email, 'Your seat in');
    expect(await confirm()).toBe(200);
    const moved = { ...holder, email };
    await patiently('what was paid to be the holder’s', async () => {
      expect(await countPaid(moved)).toBe(2);
      expect((await paymentsOf(moved)).map((payment) => [payment.status, payment.amount])).toEqual([
        ['succeeded', 15_500],
        ['succeeded', 4_000],
      ]);
    });
    expect((await get('/api/auth/user', inTheWay.token)).status).toBe(401);
    expect((await emailTo(system, email, 'Your account has been deleted')).text).toContain('was paid');
    const charges = await chargesOf(page);
    expect(charges.map(({ amount_refunded: refunded }) => refunded)).toEqual([0, 0]);
    await join(moved);
    // They end with their refunds, as everybody's do.
    for (const { id } of charges) await stripe.refunds.create({ charge: id });
    await patiently('the refunds to end them', async () => expect(await countPaid(moved)).toBe(0));
  });

  it('leaves a seat that it has paid to the mailbox that takes its account back', async () => {
    const holder = await verified();
    const moved = await moveTo(holder, newEmail());
    const link = await tokenTo(system, holder.email, '/undo-email-change');
    await payAt(await seatPage(await account(holder.email)));
    await emailTo(system, holder.email, 'Your seat in');
    const password = 'the holder of the mailbox';
    const body = { token: link, password, confirmPassword: password };
    expect((await post('/api/auth/undo-email-change', body)).status).toBe(200);
    expect((await post('/api/auth/login', { email: moved.email, password: PASSWORD })).status).toBe(401);
    const back = { email: holder.email, password, token: await logInPerson(system, { email: holder.email, password }) };
    await patiently('the seat to be the holder’s', async () => expect(await countPaid(back)).toBe(1));
  });

  it('has no page left on which a seat or a membership could be paid', async () => {
    const holder = await verified();
    const email = newEmail();
    const confirm = await askToMove(holder, email);
    const inTheWay = await account(email);
    const pages = [await seatPage(inTheWay), await membershipPage(inTheWay)];
    expect(await confirm()).toBe(200);
    await patiently('the pages to end', async () =>
      expect(await Promise.all(pages.map(statusOf))).toEqual(['expired', 'expired']),
    );
    // The holder opens one of their own.
    await join({ ...holder, email });
  });

  it('gives a seat and a membership that are paid while it goes to the mailbox, or pays them back', async () => {
    const holder = await verified();
    const email = newEmail();
    const confirm = await askToMove(holder, email);
    const inTheWay = await account(email);
    const pages = [await seatPage(inTheWay), await membershipPage(inTheWay)];
    const [status] = await Promise.all([confirm(), ...pages.map(payAt)]);
    expect(status).toBe(200);
    const moved = { ...holder, email };
    const wasPaidBack = async (page: string, amount: number, isTheirs: () => Promise<boolean>): Promise<boolean> =>
      patiently('it to be the holder’s, or paid back', async () => {
        const { amount_refunded: refunded } = (await chargesOf(page)).find((charge) => charge.amount === amount)!;
        if (refunded !== amount && !(await isTheirs())) throw new Error('neither yet');
        return refunded === amount;
      });
    const paidBack = [
      await wasPaidBack(pages[0]!, 15_500, async () => (await countPaid(moved)) === 1),
      await wasPaidBack(pages[1]!, 9_500, async () => (await membershipOf(system, moved.token)) === 'active'),
    ];
    if (paidBack.includes(true)) await emailTo(system, email, 'refunded');
  });

  it('has the check name what was paid in two mailboxes in one name, of which one is refunded', async () => {
    const { before, email, charges, checking } = paidTwice;
    const { said } = await checking;
    const { findings } = JSON.parse(said) as { findings: { person: string; what: string; action: string }[] };
    const named = {
      person: email,
      what: expect.stringMatching(/^has two paid registrations in one name for .+ \([0-9a-f-]{36}, [0-9a-f-]{36}\)$/),
      action: 'Refund one of them at the payment provider, if the person agrees.',
    };
    expect(findings.filter((finding) => [before, email].includes(finding.person))).toEqual([named, named]);
    for (const { id } of charges) await stripe.refunds.create({ charge: id });
    const listed = async (list: string, address: string) =>
      (await get<{ paymentStatus: string }[]>(`/api/admin/${list}?q=${encodeURIComponent(address)}`, adminToken)).body
        .map(({ paymentStatus }) => paymentStatus)
        .sort();
    for (const [list] of kinds)
      await settled(email, async () => {
        expect(await listed(list, before)).toEqual([]);
        expect(await listed(list, email)).toEqual(['paid', 'refunded']);
      });
  });
});

describe('an address that moves between accounts', () => {
  it('moves purchases and all emails: the provider, the lists and the emails', async () => {
    const person = await verified();
    await join(person);
    const [before, email] = [person.email, newEmail()];
    const moved = await moveTo(person, email);
    await isMemberEverywhere(moved);
    await settled(email, async () => {
      expect((await stripe.customers.list({ email, limit: 10 })).data).toHaveLength(1);
      expect((await stripe.customers.list({ email: before, limit: 10 })).data).toEqual([]);
      expect(await clubRowsOf(before)).toEqual([]);
    });
    // Its next owner registers, pays signed out, and gets what they paid for.
    const next = await verified(before);
    await payAsGuest(before);
    await isMemberEverywhere(next);
    expect(await paymentsOf(moved)).toHaveLength(1);
    expect(await paymentsOf(next)).toHaveLength(1);
  });

  it('never leaves two memberships: the later one is refunded and cancelled, and the person is notified', async () => {
    const email = newEmail();
    const person = await verified();
    await join(person);
    await payAsGuest(email);
    const moved = await moveTo(person, email);
    await settled(email, async () => {
      expect(await liveOf(email)).toHaveLength(1);
      expect(await paymentsOf(moved)).toContainEqual(expect.objectContaining({ status: 'refunded', amount: 9_500 }));
    });
    await emailTo(system, email, 'refunded');
    await isMemberEverywhere(moved);
  });

  it('is shown as refunded on its own page, and sets no account up', async () => {
    const email = newEmail();
    const pages = [await openAsGuest(email), await openAsGuest(email, { priceId: prices.annual })];
    for (const page of pages) await payAt(page);
    const outcomeOf = async (page: string) =>
      (await callApi<{ status: string }>(system, 'GET', `/api/checkout-sessions/${sessionOf(page)}`)).body.status;
    const outcomes = async (): Promise<string[]> => Promise.all(pages.map(outcomeOf));
    await settled(email, async () => expect((await outcomes()).toSorted()).toEqual(['complete', 'refunded']));
    const refunded = pages[(await outcomes()).indexOf('refunded')]!;
    const form = setUpForm(email);
    expect(await post('/api/auth/setup-account', { ...form, sessionId: sessionOf(refunded) })).toMatchObject({
      status: 400,
      body: { code: 'link_invalid' },
    });
  });
});

describe('an account that moves to a mailbox with a registration in the same name', () => {
  const inDays = (days: number): string => new Date(Date.parse(NOW) + days * 86_400_000).toISOString();
  /** A full run with one seat, until `act` has ended. */
  const withOneSeat = async (act: (eventId: string) => Promise<void>): Promise<void> => {
    const event = {
      title: `Small ${randomUUID().slice(0, 8)}`,
      description: 'One evening.',
      type: 'bootcamp',
      division: null,
      timezone: 'America/New_York',
      location: 'Zoom',
      zoomLink: null,
      capacity: 1,
      price: 15_500,
      isActive: true,
      datetime: inDays(10),
      endsAt: inDays(20),
      registrationDeadline: inDays(9),
    };
    const { status, body } = await post<{ event: { id: string } }>('/api/admin/events', event, adminToken);
    expect(status).toBe(201);
    const database = new pg.Client({ connectionString: (await system.run()).database.adminUrl });
    await database.connect();
    try {
      await act(body.event.id);
    } finally {
      await database.query('UPDATE registrations.events SET is_active = false WHERE id = $1', [body.event.id]);
      await database.end();
    }
  };
  const entryOf = async (eventId: string, { token }: Account) =>
    (await get<{ eventId: string; entry: object | null }[]>('/api/events/mine', token)).body.find(
      (event) => event.eventId === eventId,
    )?.entry;
  it('has the seat that it is about to pay, and no place on the waitlist', () =>
    withOneSeat(async (eventId) => {
      const [person, email, other] = [await verified(), newEmail(), newEmail()];
      const ask = async (address: string, firstName: string, token?: string) =>
        (
          await post<{ checkoutUrl?: string; waitlisted?: boolean }>(
            '/api/bootcamp-checkout',
            { email: address, firstName, lastName: 'Okafor', experienceLevel: 'beginner' },
            token,
          )
        ).body;
      const page = (await ask(email, 'Ada')).checkoutUrl!;
      expect(await ask(other, 'Zed')).toMatchObject({ waitlisted: true });
      expect(await ask(person.email, 'Ada', person.token)).toMatchObject({ waitlisted: true });
      const moved = await moveTo(person, email);
      await settled(email, async () => expect(await entryOf(eventId, moved)).toMatchObject({ position: null }));
      expect(await emailsTo(system, other)).not.toContainEqual(
        expect.objectContaining({ subject: expect.stringContaining('A seat is free') }),
      );
      await payAt(page);
      await settled(email, async () => expect(await entryOf(eventId, moved)).toMatchObject({ status: 'paid' }));
    }));
});

describe('the calendar address of an account', () => {
  const makeCalendar = async ({ token }: Account): Promise<string> => {
    const { status, body } = await post<{ url: string }>('/api/calendar-feed', {}, token);
    expect(status).toBe(200);
    expect((await fetch(body.url)).status).toBe(200);
    return body.url;
  };
  const hasEnded = (url: string): Promise<void> =>
    patiently('the calendar address to end', async () => expect((await fetch(url)).status).toBe(404));

  it('ends with a new password, a password that is reset, logging out everywhere and ending the other sessions', async () => {
    const newPassword = 'another long password';
    const loggedIn = async ({ email }: Account): Promise<Account> => ({
      email,
      password: newPassword,
      token: await logInPerson(system, { email, password: newPassword }),
    });
    const acts: ((person: Account) => Promise<Account>)[] = [
      async (person) => {
        const body = { currentPassword: PASSWORD, newPassword };
        await callApi(system, 'PUT', '/api/auth/change-password', { token: person.token, body });
        return loggedIn(person);
      },
      async (person) => {
        await post('/api/auth/logout-all', {}, person.token);
        return loggedIn(person);
      },
      async (person) => {
        await post('/api/account/sessions/end', { currentPassword: newPassword }, person.token);
        return loggedIn(person);
      },
      ({ email }) => resetBy(email),
    ];
    let person = await verified();
    for (const act of acts) {
      const url = await makeCalendar(person);
      person = await act(person);
      await hasEnded(url);
    }
  });

  it('ends when the holder of the mailbox takes the account over by the link that is emailed after a payment', async () => {
    const stranger = await account();
    const url = await makeCalendar(stranger);
    await payAsGuest(stranger.email);
    const holder = await setUpBy(stranger.email);
    await hasEnded(url);
    expect((await get('/api/calendar-feed', holder.token)).body).toEqual({ url: null, createdAt: null });
    await makeCalendar(holder);
  });
});

describe('the outcome of a checkout', () => {
  it('names, signed out, the address that was paid for, also after the account moved to another', async () => {
    const person = await verified();
    const opened = await post<{ checkoutUrl: string }>('/api/subscription/checkout', { plan: 'monthly' }, person.token);
    await payAt(opened.body.checkoutUrl);
    await isActive(system, person.token);
    const moved = await moveTo(person, newEmail());
    const path = `/api/checkout-sessions/${sessionOf(opened.body.checkoutUrl)}`;
    await settled(moved.email, async () =>
      expect((await get(path, moved.token)).body).toMatchObject({ customerEmail: moved.email }),
    );
    expect((await callApi(system, 'GET', path)).body).toMatchObject({
      status: 'complete',
      customerEmail: person.email,
    });
  });
});
