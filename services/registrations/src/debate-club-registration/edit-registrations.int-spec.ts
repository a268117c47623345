import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { actingAdmin } from '@lectern/contracts/identity/model';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { accountChanged, claimsGranted } from '@lectern/contracts/identity/events';
import { adminActed } from '@lectern/contracts/registrations/events';
import {
  countRegistrations,
  createDebateClubRegistration,
  deleteDebateClubRegistration,
  exportPerson,
  listDebateClubRegistrations,
  ensureRegistrations,
} from '@lectern/contracts/registrations/rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { accountEvent, ANN, membershipEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { DebateClubRegistration } from './debate-club-registration.entity.ts';

const BY = {
  adminId: randomUUID(),
  role: 'owner' as const,
  origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' },
};

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: '2026-02-01T12:00:00Z' });
  await service.startReplica();
});
afterAll(() => service.stop());

describe('a debate club registration that an administrator adds', () => {
  beforeEach(() =>
    emptyTables(service.dataSource, 'debate_club_registrations, accounts, memberships, registration_counts, outbox'),
  );

  const create = (differences: Partial<RpcInput<typeof createDebateClubRegistration>> = {}) =>
    service.rpc.call(createDebateClubRegistration, {
      email: 'Ann@Example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      phone: null,
      division: 'professional',
      billingCycle: 'annual',
      experienceLevel: null,
      goals: null,
      referralSource: null,
      billingStartDate: null,
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      status: 'active',
      by: BY,
      ...differences,
    });
  const list = async () => (await service.rpc.call(listDebateClubRegistrations, {})).items;
  const counted = async (): Promise<number> => (await service.rpc.call(countRegistrations, {})).activeDebateClubMembers;

  it('is listed with all its details, counted, and recorded', async () => {
    const all: Partial<RpcInput<typeof createDebateClubRegistration>> = {
      phone: '+1 555 0100',
      experienceLevel: 'beginner' as const,
      goals: 'Speak up',
      referralSource: 'A friend',
      billingStartDate: '2026-03-01T08:00:00.000Z',
      stripeCustomerId: 'cus_x',
      stripeSubscriptionId: 'sub_x',
    };
    const made = await create(all);
    expect(made).toEqual({
      ...all,
      id: expect.any(String),
      userId: null,
      email: 'Ann@Example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      division: 'professional',
      billingCycle: 'annual',
      referralCode: null,
      status: 'active',
      registeredAt: expect.stringMatching(/^2026-02-01T12:/),
    });
    expect(await list()).toEqual([made]);
    expect(await counted()).toBe(1);
    expect(await service.publishedEvents(adminActed)).toEqual([
      {
        by: actingAdmin.parse(BY),
        action: 'create_debate_club_registration',
        details: { registrationId: made.id, email: 'Ann@Example.com' },
        at: expect.any(String),
      },
    ]);
  });

  it('belongs to no account with its email, but to one that has verified the mailbox', async () => {
    await service.deliverEvent(accountChanged, accountEvent());
    expect(await create({ goals: 'Between us' })).toMatchObject({ userId: null });
    const exported = async (verifiedEmail: string | null) =>
      JSON.stringify(await service.rpc.call(exportPerson, { userId: ANN, verifiedEmail }));
    expect(await exported(null)).not.toContain('Between us');
    expect(await exported('ann@example.com')).toContain('Between us');
  });

  it('passes its notes to the membership of its person, in whatever order events arrive', async () => {
    const notes = {
      phone: '+1 555 0100',
      experienceLevel: 'advanced',
      goals: 'Speak up',
      referralSource: 'A friend',
    } as const;
    const verified = accountEvent({ version: 2, emailVerifiedAt: '2026-01-06T07:00:00.000Z' });
    const events: ((id: string) => readonly [name: string, publish: () => Promise<void>])[] = [
      () => ['account', () => service.deliverEvent(accountChanged, accountEvent())],
      () => ['verified', () => service.deliverEvent(accountChanged, verified)],
      () => ['guest', () => service.deliverEvent(membershipChanged, membershipEvent({ userId: null, version: 1 }))],
      () => ['member', () => service.deliverEvent(membershipChanged, membershipEvent({ userId: ANN, version: 2 }))],
      (id) => [
        'granted',
        () =>
          service.deliverEvent(claimsGranted, {
            claims: [{ kind: 'debate_club_registration', subjectId: id, userId: ANN }],
          }),
      ],
    ];
    const ordersOf = (left: typeof events): (typeof events)[] =>
      left.length === 0
        ? [[]]
        : left.flatMap((first) => ordersOf(left.filter((one) => one !== first)).map((rest) => [first, ...rest]));
    // Every fifth order has each event in each place, and any two of them both ways round.
    for (const order of ordersOf(events).filter((_, index) => index % 5 === 0)) {
      await emptyTables(
        service.dataSource,
        'debate_club_registrations, accounts, memberships, registration_counts, outbox',
      );
      const { id } = await create(notes);
      const published = order.map((event) => event(id));
      for (const [, publish] of published) await publish();
      expect({ order: published.map(([name]) => name), rows: await list() }).toEqual({
        order: published.map(([name]) => name),
        rows: [expect.objectContaining({ ...notes, stripeSubscriptionId: 'sub_ann', userId: ANN })],
      });
    }
  });

  it.each(['active', 'pending', 'paused'] as const)(
    'is refused while the address has one that is %s, and nothing is recorded',
    async (status) => {
      await create({ status });
      await expect(create({ email: ' ann@example.COM' })).rejects.toMatchObject({
        code: 'registration_exists',
        message:
          'The list has a registration with this email already. If you deleted it and the person still pays, bring it back with “Sync one member” on the Overview tab.',
        fields: { email: expect.any(String) },
      });
      expect([(await list()).length, (await service.publishedEvents(adminActed)).length]).toEqual([1, 1]);
    },
  );

  it('is refused while the address has one of its subscription', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent());
    await expect(create()).rejects.toMatchObject({ code: 'registration_exists' });
  });

  it('may follow one that was cancelled, and one that was deleted', async () => {
    await create({ status: 'cancelled' });
    const { id } = await create();
    await service.rpc.call(deleteDebateClubRegistration, { id, by: BY });
    await create();
    expect((await list()).map(({ status }) => status).toSorted()).toEqual(['active', 'cancelled']);
    expect(await counted()).toBe(1);
  });

  it('is refused where the subscription that it names has one, shown or deleted', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent());
    const { id } = (await list())[0]!;
    const refused = {
      code: 'registration_exists',
      fields: { stripeSubscriptionId: expect.stringContaining('Sync one member') },
    };
    await expect(create({ email: 'bob@example.com', stripeSubscriptionId: 'sub_ann' })).rejects.toMatchObject(refused);
    await service.rpc.call(deleteDebateClubRegistration, { id, by: BY });
    await expect(create({ email: 'bob@example.com', stripeSubscriptionId: 'sub_ann' })).rejects.toMatchObject(refused);
    expect(await list()).toEqual([]);
  });

  it('becomes that of the subscription that it names, once billing publishes it', async () => {
    const { id } = await create({ email: 'typed@example.com', stripeSubscriptionId: 'sub_ann', goals: 'Speak up' });
    await service.deliverEvent(membershipChanged, membershipEvent());
    expect(await list()).toMatchObject([
      { id, userId: ANN, email: 'Ann@Example.com', billingCycle: 'monthly', goals: 'Speak up' },
    ]);
  });

  it('is made once by clicks at the same moment', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => create()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'registration_exists' });
    expect([(await list()).length, await counted(), (await service.publishedEvents(adminActed)).length]).toEqual([
      1, 1, 1,
    ]);
  });
});

describe('deleting a debate club registration', () => {
  beforeEach(() =>
    emptyTables(service.dataSource, 'debate_club_registrations, accounts, memberships, registration_counts, outbox'),
  );

  const remove = (id: string) => service.rpc.call(deleteDebateClubRegistration, { id, by: BY });
  const row = (): Promise<DebateClubRegistration> =>
    service.dataSource.getRepository(DebateClubRegistration).findOneByOrFail({});
  const shown = async (): Promise<string[]> =>
    (await service.rpc.call(listDebateClubRegistrations, {})).items.map(({ email }) => email);
  const counted = async (): Promise<number> => (await service.rpc.call(countRegistrations, {})).activeDebateClubMembers;

  it('hides it from list and count, reports that its subscription goes on, and is recorded', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent());
    const { id } = await row();
    expect(await counted()).toBe(1);
    expect(await remove(id)).toEqual({ subscriptionGoesOn: true });
    expect([await shown(), await counted()]).toEqual([[], 0]);
    expect((await row()).hiddenAt?.toISOString()).toMatch(/^2026-02-01T12:/);
    expect(await service.publishedEvents(adminActed)).toEqual([
      {
        by: actingAdmin.parse(BY),
        action: 'delete_debate_club_registration',
        details: { registrationId: id, email: 'Ann@Example.com', subscriptionId: 'sub_ann' },
        at: expect.stringMatching(/^2026-02-01T12:/),
      },
    ]);
  });

  it.each([
    ['has ended', `UPDATE debate_club_registrations SET status = 'cancelled'`],
    ['never was', 'UPDATE debate_club_registrations SET stripe_subscription_id = NULL'],
  ])('reports no subscription that %s', async (_what, change) => {
    await service.deliverEvent(membershipChanged, membershipEvent());
    await service.dataSource.query(change);
    expect(await remove((await row()).id)).toEqual({ subscriptionGoesOn: false });
  });

  it('is undone by a sync of this member, and not by a sync of all', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent());
    await remove((await row()).id);
    await service.deliverEvent(membershipChanged, membershipEvent({ version: 2, plan: 'annual' }));
    const sync = (bringBackHidden: boolean) =>
      service.rpc.call(ensureRegistrations, {
        memberships: [membershipEvent({ version: 2, plan: 'annual' })],
        bringBackHidden,
      });
    await sync(false);
    expect([await shown(), await counted()]).toEqual([[], 0]);
    await sync(true);
    expect([await shown(), await counted()]).toEqual([['Ann@Example.com'], 1]);
    expect(await row()).toMatchObject({ billingCycle: 'annual' });
  });

  it('takes effect once, however many requests arrive at the same moment', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent());
    const { id } = await row();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => remove(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'not_found' });
    expect(await service.publishedEvents(adminActed)).toHaveLength(1);
    expect(await counted()).toBe(0);
  });

  it('is refused for one that does not exist', async () => {
    await expect(remove(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    expect(await service.publishedEvents(adminActed)).toEqual([]);
  });
});

describe('missing registrations', () => {
  beforeEach(() =>
    emptyTables(service.dataSource, 'debate_club_registrations, accounts, memberships, registration_counts'),
  );

  const ensure = async (memberships: ReturnType<typeof membershipEvent>[], bringBackHidden = false): Promise<number> =>
    (await service.rpc.call(ensureRegistrations, { memberships, bringBackHidden })).made;
  const all = (): Promise<DebateClubRegistration[]> =>
    service.dataSource.getRepository(DebateClubRegistration).find({ order: { stripeSubscriptionId: 'ASC' } });
  const bob = membershipEvent({ subscriptionId: 'sub_bob', userId: null, email: 'bob@example.com', firstName: 'Bob' });

  it('are created from memberships, with the account’s details, and counted once', async () => {
    await service.deliverEvent(accountChanged, accountEvent({ division: 'professional' }));
    expect(await ensure([membershipEvent(), bob])).toBe(2);
    expect(await ensure([membershipEvent(), bob])).toBe(0);
    expect(await all()).toMatchObject([
      { stripeSubscriptionId: 'sub_ann', userId: ANN, division: 'professional', status: 'active' },
      { stripeSubscriptionId: 'sub_bob', userId: null, firstName: 'Bob' },
    ]);
  });

  it('are created again where the membership is known and its registration is gone', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent({ version: 5, plan: 'annual' }));
    await service.dataSource.query('DELETE FROM debate_club_registrations');
    expect(await ensure([membershipEvent({ version: 4, plan: 'monthly' })])).toBe(1);
    expect(await all()).toMatchObject([{ billingCycle: 'annual' }]);
  });

  it('are repaired from the latest state, without being counted', async () => {
    await service.deliverEvent(membershipChanged, membershipEvent({ version: 5 }));
    await service.dataSource.query(`UPDATE debate_club_registrations SET status = 'cancelled'`);
    expect(await ensure([membershipEvent({ version: 4, status: 'paused' })])).toBe(0);
    expect(await all()).toMatchObject([{ status: 'active' }]);
  });

  it('stay hidden, unless they are to be restored', async () => {
    await ensure([membershipEvent()]);
    await service.dataSource.query('UPDATE debate_club_registrations SET hidden_at = now()');
    expect(await ensure([membershipEvent()])).toBe(0);
    expect(await all()).toMatchObject([{ hiddenAt: expect.any(Date) }]);
    expect(await ensure([membershipEvent()], true)).toBe(1);
    expect(await ensure([membershipEvent()], true)).toBe(0);
    expect(await all()).toMatchObject([{ hiddenAt: null }]);
  });

  it('are created once by two administrators at the same moment', async () => {
    const made = await Promise.all([ensure([membershipEvent(), bob]), ensure([bob, membershipEvent()])]);
    expect(made[0] + made[1]).toBe(2);
    expect(await all()).toHaveLength(2);
  });
});
