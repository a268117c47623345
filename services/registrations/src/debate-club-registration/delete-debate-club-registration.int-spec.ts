import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { adminActed } from '@lectern/contracts/registrations/events';
import {
  countRegistrations,
  deleteDebateClubRegistration,
  ensureRegistrations,
  listDebateClubRegistrations,
} from '@lectern/contracts/registrations/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { membershipEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { DebateClubRegistration } from './debate-club-registration.entity.ts';

const BY = { adminId: randomUUID(), origin: { ipAddress: '203.0.113.7', userAgent: 'A browser' } };

describe('deleting a debate club registration', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations({ APP_CLOCK: '2026-02-01T12:00:00Z' });
    await service.startReplica();
  });
  afterAll(() => service.stop());
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
        by: BY,
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
