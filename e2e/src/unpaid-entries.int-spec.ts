import { afterAll, expect, it } from 'vitest';
import { askFrom, newNetwork } from './testing/browsers.ts';
import { entriesSystem, entryForm, someone } from './testing/entries.ts';
import { wakeJob } from './testing/jobs.ts';
import { patiently } from './testing/person.ts';

/*
 * Unpaid entries of made-up addresses, with the limits of production, through the public API.
 */
const { system, database, stop, textTo, tournamentOf } = await entriesSystem({ RATE_LIMIT_SCALE: '1' });

afterAll(stop);

/** As `visitorNetwork` in the gateway. */
const MOST_OF_A_NETWORK = 6;
/** Of a mailbox that nobody has verified. */
const HELD_HOURS = 2;

it('unpaid entries of made-up addresses are limited to six a network, block no one else, and release their places after two hours', async () => {
  const others = 3;
  const tournament = await tournamentOf(MOST_OF_A_NETWORK + others);
  const enter = (network: string, email = someone()) =>
    askFrom(system, network, 'POST', '/api/tournament/register', {
      body: { ...entryForm(email), eventId: tournament },
    });
  const PLACE = { status: 201, body: { payment: { amount: 4_000 } } };
  const NO_MORE = {
    status: 409,
    body: { code: 'too_many_unpaid', message: expect.stringMatching(/unpaid registrations .* from your network/) },
  };

  const stranger = newNetwork();
  for (let entry = 0; entry < MOST_OF_A_NETWORK; entry += 1) expect(await enter(stranger)).toMatchObject(PLACE);
  expect(await enter(stranger)).toMatchObject(NO_MORE);
  for (let entry = 0; entry < others; entry += 1) expect(await enter(newNetwork())).toMatchObject(PLACE);
  // Full as it is, the stranger does not get onto the waitlist either.
  expect(await enter(stranger)).toMatchObject(NO_MORE);
  const waiting = someone();
  expect(await enter(newNetwork(), waiting)).toMatchObject({ status: 201, body: { waitlisted: true, position: 1 } });

  const { rows: held } = await database.query<{ hours: number }>(
    `SELECT extract(epoch FROM held_until - registered_at)::float / 3600 AS hours
     FROM registrations.tournament_registrations WHERE event_id = $1 AND held_until IS NOT NULL`,
    [tournament],
  );
  expect(held.length).toBe(MOST_OF_A_NETWORK + others);
  for (const { hours } of held) expect(hours).toBeCloseTo(HELD_HOURS, 2);

  // Two hours pass for what the stranger entered, the earliest of them.
  await database.query(
    `UPDATE registrations.tournament_registrations SET held_until = held_until - interval '${HELD_HOURS} hours 1 second'
     WHERE id IN (SELECT id FROM registrations.tournament_registrations WHERE event_id = $1 ORDER BY registered_at LIMIT $2)`,
    [tournament, MOST_OF_A_NETWORK],
  );
  await wakeJob(system, 'registrations', 'end-holds');
  await textTo(waiting, 'A place for you');
  await patiently('getting a place', async () => {
    expect(await enter(newNetwork())).toMatchObject(PLACE);
  });
  expect(await enter(stranger)).toMatchObject(PLACE);
});
