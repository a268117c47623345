import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { associationProfileChanged } from '@lectern/contracts/content/events';
import { listAllAdministrators } from '@lectern/contracts/identity/administrator-rpc';
import { listPeople } from '@lectern/contracts/identity/listed-person-rpc';
import * as identity from '@lectern/contracts/identity/rpc';
import { startSecondFactor } from '@lectern/contracts/identity/second-factor-rpc';
import * as sessions from '@lectern/contracts/identity/session-rpc';
import { until } from '@lectern/test-kit/until';
import { ADMIN, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const origin = { ipAddress: '192.0.2.77', userAgent: null };
const PROFILE = {
  name: 'Harbor',
  timeZone: 'Pacific/Kiritimati',
  supportEmail: 'help@harbor.example',
  postalAddress: null,
  color: '#004080',
  secondColor: '#1e5f74',
};

let system: TestIdentity;
beforeAll(async () => {
  system = await startIdentity();
});
afterAll(() => system.close());

it('second factors, passwords and days of use follow the association’s name and zone', async () => {
  const { token, admin } = await system.rpc.call(identity.loginAdmin, { ...ADMIN, origin });
  const claims = system.claimsOf(token);
  const addressShown = async (): Promise<string> =>
    decodeURIComponent(
      (
        await system.rpc.call(startSecondFactor, {
          by: { adminId: admin.id, role: 'owner', origin },
          sessionId: claims.tokenId,
          currentPassword: ADMIN.password,
        })
      ).address,
    );
  expect(await addressShown()).toContain('otpauth://totp/Lectern:');

  await system.deliverEvent(associationProfileChanged, { version: 3, profile: PROFILE });
  await system.deliverEvent(associationProfileChanged, {
    version: 2,
    profile: { ...PROFILE, name: 'Bay', timeZone: 'UTC' },
  });
  // Both replicas read it within a second.
  for (const _replica of ['one', 'other'])
    await until('the new name', async () => (await addressShown()).includes('otpauth://totp/Harbor:'));

  const registration = { email: `${randomUUID()}@example.com`, firstName: 'Grace', lastName: 'Adeyemi' };
  await until('a password of the new name to be refused', async () =>
    system.rpc.call(identity.registerAccount, { ...registration, password: 'harbor2026' }).then(
      () => false,
      (error: unknown) => (error as { code: string }).code === 'password_common',
    ),
  );
  // The day in the zone of the line islands, where it is the next one for most of the world's day.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: PROFILE.timeZone }).format(new Date());
  await until('a session of the new day', async () => {
    const again = await system.rpc.call(identity.loginAdmin, { ...ADMIN, origin });
    const listed = await system.rpc.call(sessions.listSessions, {
      audience: 'admin',
      claims: system.claimsOf(again.token),
    });
    return listed.find(({ isThis }) => isThis)?.lastSeenOn === today;
  });
});

it('a day of use is never tomorrow, after the association’s zone moved to the west', async () => {
  const { token } = await system.rpc.call(identity.loginAdmin, { ...ADMIN, origin });
  const email = `${randomUUID()}@example.com`;
  const member = { email, firstName: 'Grace', lastName: 'Adeyemi', password: 'seventeen quiet llamas' };
  const { userId } = await system.rpc.call(identity.registerAccount, member);
  await system.database.query('UPDATE users SET last_seen_on = current_date + 2 WHERE id = $1', [userId]);
  // Its day is always an earlier one than that of the line islands.
  const timeZone = 'Pacific/Midway';
  await system.deliverEvent(associationProfileChanged, { version: 4, profile: { ...PROFILE, timeZone } });
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
  await until('the day of the new zone', async () => {
    const [session] = await system.rpc.call(sessions.listSessions, {
      audience: 'admin',
      claims: system.claimsOf(token),
    });
    const [listedAdmin] = await system.rpc.call(listAllAdministrators, {});
    const people = await system.rpc.call(listPeople, { q: email });
    const days = [session?.lastSeenOn, listedAdmin?.lastSeenOn, ...people.items.map(({ lastSeenOn }) => lastSeenOn)];
    return days.length > 2 && days.every((day) => day === today);
  });
});
