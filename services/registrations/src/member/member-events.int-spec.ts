import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventPayload } from '@lectern/contracts/event';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { accountChanged, claimsGranted } from '@lectern/contracts/identity/events';
import {
  countRegistrations,
  ensureRegistrations,
  listDebateClubRegistrations,
} from '@lectern/contracts/registrations/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { DebateClubRegistration } from '../debate-club-registration/debate-club-registration.entity.ts';
import { accountEvent, ANN, membershipEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';

type Payload =
  | { contract: typeof membershipChanged; payload: EventPayload<typeof membershipChanged> }
  | { contract: typeof accountChanged; payload: EventPayload<typeof accountChanged> };

const membership = (differences: Parameters<typeof membershipEvent>[0]): Payload => ({
  contract: membershipChanged,
  payload: membershipEvent(differences),
});
const account = (differences: Parameters<typeof accountEvent>[0]): Payload => ({
  contract: accountChanged,
  payload: accountEvent(differences),
});

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

describe('members’ events of other services', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations();
  });
  afterAll(() => service.stop());
  beforeEach(() =>
    emptyTables(service.dataSource, 'debate_club_registrations, accounts, memberships, registration_counts'),
  );

  const deliver = (event: Payload, eventId?: string): Promise<void> =>
    event.contract === membershipChanged
      ? service.deliverEvent(membershipChanged, event.payload as EventPayload<typeof membershipChanged>, eventId)
      : service.deliverEvent(accountChanged, event.payload as EventPayload<typeof accountChanged>, eventId);
  const all = (): Promise<DebateClubRegistration[]> =>
    service.dataSource.getRepository(DebateClubRegistration).find({ order: { registeredAt: 'ASC' } });

  it('create an active registration for a new membership, which the list and the count include', async () => {
    await deliver(membership({}));
    const page = await service.rpc.call(listDebateClubRegistrations, {});
    expect(page).toMatchObject({
      total: 1,
      nextCursor: null,
      items: [
        {
          userId: ANN,
          email: 'Ann@Example.com',
          firstName: 'Ann',
          lastName: 'Lee',
          division: 'development',
          billingCycle: 'monthly',
          status: 'active',
          stripeSubscriptionId: 'sub_ann',
          stripeCustomerId: 'cus_ann',
          registeredAt: '2026-01-05T08:00:00.000Z',
        },
      ],
    });
    expect(await service.rpc.call(countRegistrations, {})).toEqual({
      activeDebateClubMembers: 1,
      totalTournamentRegistrations: 0,
    });
  });

  /** Someone of their own for each order, so that all orders are tried at the same moment. */
  const forEachOrder = async (
    story: (who: { userId: string; email: string }, mark: string) => Payload[],
    tryOrder: (order: Payload[], userId: string) => Promise<void>,
  ): Promise<void> => {
    const orders = permutations(story({ userId: ANN, email: '' }, '').map((_, index) => index));
    await Promise.all(
      orders.map(async (order) => {
        const userId = randomUUID();
        const events = story({ userId, email: `${userId}@example.com` }, userId);
        await tryOrder(
          order.map((index) => events[index]!),
          userId,
        );
      }),
    );
  };
  const of = (userId: string): Promise<DebateClubRegistration[]> =>
    service.dataSource.getRepository(DebateClubRegistration).find({ where: { userId } });

  it('show the running membership of a deactivated account, not a later one that has ended, in whatever order they arrive', async () => {
    await forEachOrder(
      (who, mark) => [
        account({ ...who, version: 1 }),
        account({ ...who, version: 2, deactivatedAt: '2026-02-01T08:00:00.000Z' }),
        membership({ ...who, version: 1, subscriptionId: `sub_${mark}`, customerId: `cus_${mark}` }),
        membership({
          ...who,
          version: 1,
          subscriptionId: `sub_refunded_${mark}`,
          customerId: `cus_late_${mark}`,
          status: 'cancelled',
          access: false,
          startedAt: '2026-02-02T08:00:00.000Z',
        }),
      ],
      async (order, userId) => {
        const shown = async (): Promise<(string | null)[]> =>
          (await of(userId)).filter(({ hiddenAt }) => hiddenAt === null).map((row) => row.stripeSubscriptionId);
        for (const event of order) await deliver(event);
        expect([order, await shown()]).toEqual([order, [`sub_${userId}`]]);
        await deliver(account({ userId, email: `${userId}@example.com`, version: 3, deactivatedAt: null }));
        expect([order, await shown()]).toEqual([order, [`sub_${userId}`]]);
      },
    );
  });

  it('end the same in whatever order they arrive, each twice', async () => {
    await forEachOrder(
      (who, mark) => [
        account({ ...who, version: 1, firstName: 'Ann' }),
        membership({ ...who, version: 1, subscriptionId: `sub_${mark}`, customerId: `cus_${mark}` }),
        account({ ...who, version: 2, firstName: 'Annette', division: 'professional' }),
        membership({
          ...who,
          version: 2,
          subscriptionId: `sub_${mark}`,
          customerId: `cus_${mark}`,
          status: 'paused',
          access: false,
          plan: 'annual',
        }),
      ],
      async (order, userId) => {
        for (const event of [...order, ...order.toReversed()]) await deliver(event);
        expect([order, await of(userId)]).toEqual([
          order,
          [
            expect.objectContaining({
              firstName: 'Annette',
              division: 'professional',
              status: 'paused',
              billingCycle: 'annual',
              hiddenAt: null,
            }),
          ],
        ]);
      },
    );
    expect(await service.rpc.call(countRegistrations, {})).toMatchObject({ activeDebateClubMembers: 0 });
  });

  it('end the same when all of them arrive at the same moment', async () => {
    const people = Array.from({ length: 12 }, (_, index) => ({
      userId: randomUUID(),
      email: `person${index}@example.com`,
      subscriptionId: `sub_${index}`,
    }));
    await Promise.all(
      people.flatMap(({ userId, email, subscriptionId }) => [
        deliver(membership({ userId, email, subscriptionId })),
        deliver(account({ userId, email, version: 2, division: 'professional' })),
        deliver(account({ userId, email, version: 1 })),
        deliver(membership({ userId, email, subscriptionId, version: 2, status: 'paused', access: false })),
      ]),
    );
    const registrations = await all();
    expect(registrations).toHaveLength(people.length);
    for (const registration of registrations)
      expect(registration).toMatchObject({ division: 'professional', status: 'paused' });
  });

  it('are processed once', async () => {
    const eventId = randomUUID();
    await deliver(membership({}), eventId);
    await service.dataSource.getRepository(DebateClubRegistration).clear();
    await Promise.all([deliver(membership({}), eventId), deliver(membership({ version: 9 }), eventId)]);
    expect(await all()).toEqual([]);
  });

  it('give a guest’s membership to the account that billing names, and to none by its email', async () => {
    await deliver(membership({ userId: null, email: 'ANN@example.com' }));
    await deliver(account({ division: 'professional', firstName: 'Annette' }));
    expect(await all()).toMatchObject([{ userId: null, firstName: 'Ann' }]);
    await deliver(membership({ version: 2, email: 'ANN@example.com' }));
    expect(await all()).toMatchObject([{ userId: ANN, division: 'professional', firstName: 'Annette' }]);
  });

  it('leave a person with another email alone', async () => {
    await deliver(membership({ userId: null, email: 'bob@example.com', firstName: 'Bob' }));
    await deliver(account({ division: 'professional' }));
    expect(await all()).toMatchObject([{ userId: null, firstName: 'Bob', division: 'development' }]);
  });

  it('give each subscription of a person a registration of its own', async () => {
    await deliver(
      membership({
        subscriptionId: 'sub_old',
        startedAt: '2025-01-01T00:00:00.000Z',
        status: 'cancelled',
        access: false,
      }),
    );
    await deliver(membership({ subscriptionId: 'sub_new' }));
    expect((await all()).map((registration) => registration.status)).toEqual(['cancelled', 'active']);
  });

  it('keep a registration hidden that an administrator deleted', async () => {
    await deliver(membership({}));
    await service.dataSource.query('UPDATE debate_club_registrations SET hidden_at = now()');
    await deliver(membership({ version: 2, status: 'past_due' }));
    await deliver(account({ division: 'professional' }));
    expect(await all()).toMatchObject([{ division: 'professional', hiddenAt: expect.any(Date) }]);
    expect(await service.rpc.call(listDebateClubRegistrations, {})).toMatchObject({ items: [], total: 0 });
    expect(await service.rpc.call(countRegistrations, {})).toMatchObject({ activeDebateClubMembers: 0 });
  });

  it('keep the referral code with which a person joined, also where an older revision omitted it from the same or a newer event', async () => {
    await deliver(membership({}));
    await service.rpc.call(ensureRegistrations, {
      memberships: [membershipEvent({ referralCode: 'RUTH-CODE' })],
      bringBackHidden: false,
    });
    expect(await all()).toMatchObject([{ referralCode: 'RUTH-CODE' }]);
    await deliver(membership({ version: 2 }));
    expect(await all()).toMatchObject([{ referralCode: 'RUTH-CODE' }]);
  });

  it('hide staff’s row while a membership of the email runs, and for good once that row is the account’s own', async () => {
    const [added] = await service.dataSource.query<{ id: string }[]>(
      `INSERT INTO debate_club_registrations (email, email_key, first_name, last_name, billing_cycle, status, goals)
       VALUES ('ANN@example.com', 'ann@example.com', 'Ann', 'Lee', 'monthly', 'active', 'Between staff') RETURNING id`,
    );
    const rowOf = async (isAdded: boolean) => (await all()).find(({ id }) => (id === added!.id) === isAdded)!;
    const isHidden = async () =>
      expect(await rowOf(true)).toMatchObject({ hiddenAt: expect.any(Date), replacedBy: (await rowOf(false)).id });
    const ended = { status: 'cancelled', access: false } as const;
    for (const event of [account({}), membership({})]) await deliver(event);
    await isHidden();
    await deliver(membership({ version: 2, ...ended }));
    expect(await rowOf(true)).toMatchObject({ hiddenAt: null, replacedBy: null });
    expect(await service.rpc.call(countRegistrations, {})).toMatchObject({ activeDebateClubMembers: 1 });
    await deliver(membership({ version: 3 }));
    await isHidden();
    expect(await rowOf(false)).toMatchObject({ goals: null, hiddenAt: null });

    await service.dataSource.query('UPDATE debate_club_registrations SET user_id = $2 WHERE id = $1', [added!.id, ANN]);
    await deliver(membership({ version: 4 }));
    expect(await rowOf(false)).toMatchObject({ goals: 'Between staff', status: 'active' });
    await deliver(membership({ version: 5, ...ended }));
    await deliver(membership({ version: 6, status: 'pending', access: false }));
    await isHidden();
    expect(await service.rpc.call(countRegistrations, {})).toMatchObject({ activeDebateClubMembers: 0 });
  });

  it('keep staff’s row hidden while another membership of its email runs, or when staff deleted the membership’s row', async () => {
    await service.dataSource.query(
      `INSERT INTO debate_club_registrations (email, email_key, first_name, last_name, billing_cycle, status)
       VALUES ('ann@example.com', 'ann@example.com', 'Ann', 'Lee', 'monthly', 'active')`,
    );
    const isShown = async () =>
      (await all()).find(({ stripeSubscriptionId }) => stripeSubscriptionId === null)!.hiddenAt === null;
    const [first, second] = [{ userId: null }, { userId: null, subscriptionId: 'sub_later', customerId: 'cus_later' }];
    const ended = { status: 'cancelled', access: false } as const;
    for (const event of [first, second, { ...first, version: 2, ...ended }]) await deliver(membership(event));
    expect(await isShown()).toBe(false);
    await deliver(membership({ ...second, version: 2, ...ended }));
    expect(await isShown()).toBe(true);
    await deliver(membership({ ...first, version: 3 }));
    await service.dataSource.query(
      `UPDATE debate_club_registrations SET hidden_at = now() WHERE stripe_subscription_id = 'sub_ann'`,
    );
    await deliver(membership({ ...first, version: 4, ...ended }));
    expect(await isShown()).toBe(false);
  });

  describe('move staff’s row to the email of its account', () => {
    const added = async (email: string, registeredAt: string, goals: string | null = null): Promise<string> => {
      const [row] = await service.dataSource.query<{ id: string }[]>(
        `INSERT INTO debate_club_registrations (email, email_key, first_name, last_name, billing_cycle, registered_at, goals)
         VALUES ($1, $1, 'Ann', 'Lee', 'monthly', $2, $3) RETURNING id`,
        [email, registeredAt, goals],
      );
      return row!.id;
    };
    const verified = (version: number, email: string) =>
      account({ version, email, emailVerifiedAt: '2026-01-06T08:00:00Z' });
    const granted = (...ids: string[]) =>
      service.deliverEvent(claimsGranted, {
        claims: ids.map((subjectId) => ({ kind: 'debate_club_registration' as const, subjectId, userId: ANN })),
      });

    it.each(['the claim first', 'the move first', 'the account last'])(
      'whatever is published first: %s',
      async (order) => {
        const id = await added('ann@example.com', '2026-01-01T08:00:00Z');
        const [before, moved, grant] = [
          () => deliver(verified(1, 'ann@example.com')),
          () => deliver(verified(2, 'new@example.com')),
          () => granted(id),
        ];
        for (const step of {
          'the claim first': [before, grant, moved],
          'the move first': [before, moved, grant],
          'the account last': [grant, moved, before],
        }[order]!)
          await step();
        expect(await all()).toMatchObject([
          { id, userId: ANN, email: 'new@example.com', emailKey: 'new@example.com', hiddenAt: null },
        ]);
      },
    );

    it('once, where staff had added that address too, with the notes of both', async () => {
      for (const isGrantedFirst of [true, false]) {
        await emptyTables(service.dataSource, 'debate_club_registrations, accounts, memberships, registration_counts');
        const first = await added('ann@example.com', '2026-01-01T08:00:00Z', 'To speak');
        const second = await added('new@example.com', '2026-01-02T08:00:00Z');
        await deliver(verified(1, 'ann@example.com'));
        await granted(first);
        const steps = [() => granted(second), () => deliver(verified(2, 'new@example.com'))];
        for (const step of isGrantedFirst ? steps : steps.toReversed()) await step();
        expect(await all()).toMatchObject([
          { id: first, email: 'new@example.com', hiddenAt: expect.any(Date), replacedBy: second },
          { id: second, email: 'new@example.com', hiddenAt: null, goals: 'To speak' },
        ]);
        expect(await service.rpc.call(countRegistrations, {})).toMatchObject({ activeDebateClubMembers: 1 });
      }
    });
  });

  it('keep the columns that people wrote', async () => {
    await deliver(membership({}));
    await service.dataSource.query(
      `UPDATE debate_club_registrations SET phone = '555', goals = 'win', division = 'professional'`,
    );
    await deliver(membership({ version: 2, plan: 'annual' }));
    expect(await all()).toMatchObject([
      { phone: '555', goals: 'win', division: 'professional', billingCycle: 'annual' },
    ]);
  });
});
