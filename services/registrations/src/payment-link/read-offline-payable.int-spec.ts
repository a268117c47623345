import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEvent } from '@lectern/contracts/registrations/admin-rpc';
import { enterTournament, readOfflinePayable } from '@lectern/contracts/registrations/rpc';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';
import { UNFILLED_ENTRY } from '../testing/unfilled-fields.ts';

const NOW = new Date('2026-10-20T12:00:00Z');
const DAY = 86_400_000;
const BY = { adminId: randomUUID(), role: 'owner' as const, origin: { ipAddress: '203.0.113.7', userAgent: null } };

let service: RunningRegistrations;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: NOW.toISOString() });
  await service.startReplica();
});
afterAll(() => service.stop());

const inDays = (days: number): string => new Date(NOW.getTime() + days * DAY).toISOString();
const tournament = async (): Promise<string> => {
  const { id } = await service.rpc.call(createEvent, {
    ...{ title: `Open ${randomUUID()}`, description: 'One evening.', type: 'tournament', division: null },
    ...{ datetime: inDays(30), endsAt: inDays(31), timezone: 'America/New_York', location: 'Zoom', zoomLink: null },
    ...{ capacity: 1, registrationDeadline: inDays(29), price: 4_000, isActive: true, by: BY },
  });
  return id;
};
const enter = async (eventId: string): Promise<string> => {
  const { registrationId } = await service.rpc.call(enterTournament, {
    ...{ ...UNFILLED_ENTRY, eventId, phone: null, email: `${randomUUID()}@example.com`, member: null },
    ...{ firstName: 'Ann', lastName: 'Lee', competitions: ['prepared_speech'], division: 'development' },
  });
  return registrationId;
};
const payable = (registrationId: string) => service.rpc.call(readOfflinePayable, { registrationId });

describe('a payment that staff record', () => {
  it('is for an unpaid entry, also after the deadline, until its event begins or is hidden', async () => {
    const eventId = await tournament();
    const id = await enter(eventId);
    expect(await payable(id)).toMatchObject({ product: 'tournaments', amount: 4_000, problem: null, firstName: 'Ann' });
    const move = (deadline: number, begins: number) =>
      service.dataSource.query('UPDATE events SET registration_deadline = $2, datetime = $3 WHERE id = $1', [
        ...[eventId, inDays(deadline), inDays(begins)],
      ]);
    await move(-2, 1);
    expect((await payable(id)).problem).toBeNull();
    await move(-2, -1);
    expect((await payable(id)).problem).toContain('has begun');
    await move(29, 30);
    await service.dataSource.query('UPDATE events SET is_active = false WHERE id = $1', [eventId]);
    expect((await payable(id)).problem).toContain('not shown on the site');
  });

  it('is not for one on the waitlist, one that is paid or refunded, or one whose place is taken', async () => {
    const eventId = await tournament();
    const [id, waiting] = [await enter(eventId), await enter(eventId)];
    expect((await payable(waiting)).problem).toContain('on the waitlist');
    const set = (column: string, value: unknown) =>
      service.dataSource.query(`UPDATE tournament_registrations SET ${column} = $2 WHERE id = $1`, [id, value]);
    await set('released_at', NOW);
    await service.dataSource.query('UPDATE tournament_registrations SET waitlisted_at = NULL WHERE id = $1', [waiting]);
    expect((await payable(id)).problem).toContain('its place is taken');
    await set('payment_status', 'paid');
    expect((await payable(id)).problem).toBe('It is paid already.');
    await set('payment_status', 'refunded');
    expect((await payable(id)).problem).toContain('was refunded');
    await expect(payable(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await set('email', '');
    await expect(payable(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
