import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { accountChanged } from '@lectern/contracts/identity/events';
import { ensureRegistrations } from '@lectern/contracts/registrations/rpc';
import { emptyTables } from '@lectern/test-kit/empty-tables';
import { accountEvent, ANN, membershipEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { DebateClubRegistration } from './debate-club-registration.entity.ts';

describe('missing registrations', () => {
  let service: RunningRegistrations;
  beforeAll(async () => {
    service = await startRegistrations();
    await service.startReplica();
  });
  afterAll(() => service.stop());
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
