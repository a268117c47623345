import { afterAll, beforeAll, expect, it } from 'vitest';
import { membershipChanged } from '@lectern/contracts/billing/events';
import { associationProfileChanged, meetingPlacesChanged } from '@lectern/contracts/content/events';
import {
  listDebateClubRegistrations,
  makeCalendarFeed,
  readCalendar as readFeed,
} from '@lectern/contracts/registrations/rpc';
import { listWorkshopRegistrations } from '@lectern/contracts/registrations/workshop-rpc';
import { forgetVersions } from '@lectern/contracts/registrations/operator-rpc';
import { readCalendar } from '@lectern/contracts/testing/read-calendar';
import { until } from '@lectern/test-kit/until';
import { ANN, membershipEvent } from '../testing/events.ts';
import { type RunningRegistrations, startRegistrations } from '../testing/running-registrations.ts';

const PROFILE = {
  name: 'Harbor',
  timeZone: 'America/New_York',
  supportEmail: 'help@harbor.example',
  postalAddress: null,
  color: '#004080',
  secondColor: '#1e5f74',
};

let service: RunningRegistrations;
let key: string;
beforeAll(async () => {
  service = await startRegistrations({ APP_CLOCK: '2026-09-01T12:00:00Z' });
  await service.deliverEvent(membershipChanged, membershipEvent({ userId: ANN }));
  key = (await service.rpc.call(makeCalendarFeed, { userId: ANN }))!.key;
});
afterAll(() => service.stop());

/** The name of the calendar, and of its first session the time, the place and how often it changed. */
const shown = async () => {
  const { text } = await service.rpc.call(readFeed, { key, siteUrl: 'https://lectern.example', cachedSha256: null });
  const session = readCalendar(text!).entries.find(({ uid }) => uid.startsWith('debate-club-'))!;
  return {
    name: /^X-WR-CALNAME:(.*)$/m.exec(text!)?.[1]?.trim(),
    begins: session.begins.toISOString(),
    location: session.location,
    sequence: session.sequence ?? 0,
  };
};
const shows = (expected: Awaited<ReturnType<typeof shown>>) =>
  until('the calendar', async () => JSON.stringify(await shown()) === JSON.stringify(expected));

it('the calendar and the lists follow the association’s profile and places, whatever order the events arrive in', async () => {
  const { name, location } = await shown();
  const first = { name, begins: '2026-09-06T15:00:00.000Z', location, sequence: 0 };
  expect(await shown()).toEqual(first);
  // The last minute of September 1 in Los Angeles, which is September 2 in New York.
  await service.dataSource.query(
    `INSERT INTO debate_club_registrations (email, email_key, first_name, last_name, billing_cycle, registered_at)
     VALUES ('ada@example.com', 'ada@example.com', 'Ada', 'Okafor', 'monthly', '2026-09-02T06:59:00Z')`,
  );
  await service.dataSource.query(
    `INSERT INTO events (title, description, type, datetime, ends_at, timezone, location, registration_deadline, price, is_active)
     VALUES ('Voice', 'Breath.', 'workshop', '2026-10-10T01:00:00Z', '2026-10-10T03:00:00Z', 'UTC', 'Zoom', '2026-10-09T01:00:00Z', 0, true)`,
  );
  await service.dataSource.query(
    `INSERT INTO workshop_registrations (event_id, email, first_name, last_name, seat, searched, registered_at)
     SELECT id, 'ada@example.com', 'Ada', 'Okafor', 'taken', 'ada', '2026-09-02T06:59:00Z' FROM events WHERE title = 'Voice'`,
  );
  const september1 = { limit: 10, registeredFrom: '2026-09-01', registeredUntil: '2026-09-01' };
  const ofSeptember1 = async () => [
    (await service.rpc.call(listDebateClubRegistrations, september1)).total,
    (await service.rpc.call(listWorkshopRegistrations, september1)).total,
  ];
  expect(await ofSeptember1()).toEqual([1, 1]);

  await service.deliverEvent(associationProfileChanged, { version: 3, profile: PROFILE });
  await service.deliverEvent(associationProfileChanged, {
    version: 2,
    profile: { ...PROFILE, name: 'Bay', timeZone: 'Europe/Berlin' },
  });
  await service.deliverEvent(meetingPlacesChanged, { version: 2, places: { zoomUrl: 'https://zoom.us/j/9' } });
  await shows({ name: 'Harbor', begins: '2026-09-06T12:00:00.000Z', location: 'https://zoom.us/j/9', sequence: 3 });
  expect(await ofSeptember1()).toEqual([0, 0]);
  await service.deliverEvent(meetingPlacesChanged, { version: 3, places: { zoomUrl: null } });
  await shows({ name: 'Harbor', begins: '2026-09-06T12:00:00.000Z', location: 'Zoom', sequence: 4 });

  // A forged version is replaced once the operator has the texts published again. Version 1 is the environment's.
  await service.deliverEvent(associationProfileChanged, {
    version: 2_000_000,
    profile: { ...PROFILE, name: 'Forged' },
  });
  await service.rpc.call(forgetVersions, {});
  await service.deliverEvent(associationProfileChanged, { version: 1, profile: PROFILE });
  await service.deliverEvent(meetingPlacesChanged, { version: 1, places: { zoomUrl: 'https://zoom.us/j/9' } });
  await shows(first);
  expect(await ofSeptember1()).toEqual([1, 1]);
});
