import { afterEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { operateOn } from '../testing/operate.ts';
import { adminTokenOf, callApi, patiently, pricesOf } from '../testing/person.ts';
import { atProvider, stripeOf, timeOf } from '../testing/provider.ts';
import { type RunningSystem, startSystem } from '../testing/start-system.ts';
import { type Season, seasons, describeStep, type Weather } from './history.ts';
import { judge } from './judge.ts';
import { type Stage, World } from './world.ts';

/*
 * Whatever four people with five mailboxes do to each other's accounts and payments, and whatever the provider and its messages do:
 * the person who is charged sees it and can cancel it, and no other person can. Over the real processes and the public API.
 *
 * OWNERSHIP_HISTORIES says how many histories run (5 by default, 200 in `npm run chaos`); OWNERSHIP_SEED repeats a run. A failure
 * prints its seed and path; repeated with both (OWNERSHIP_PATH), it runs alone and shrinks to the history and the steps that matter.
 */
const SHORT = 5;
const HISTORIES = Number(process.env['OWNERSHIP_HISTORIES'] ?? SHORT);
/** The short run lives the same histories each time, through every weather, so that a change is judged by what it changed; the long run draws others. */
const SEED = Number(process.env['OWNERSHIP_SEED'] ?? (HISTORIES > SHORT ? Date.now() % 2 ** 31 : 212_368_720));
const PATH = process.env['OWNERSHIP_PATH'];
const SHRINKS = process.env['OWNERSHIP_SEED'] !== undefined;
const CONCURRENT = 10;
/** So many histories share a system: the provider's emulator keeps everything in memory. */
const PER_SYSTEM = 100;
const TURNS = 40;
/** Work that failed while the provider was away is repeated within a minute of real time, one customer after the other. */
const REST_MS = SHRINKS ? 75_000 : 150_000;

// Whatever hangs in the short run is to fail, and not to use up the time of everything else.
vi.setConfig({ testTimeout: HISTORIES > SHORT ? 7_200_000 : 900_000 });

let system: RunningSystem;
let stage: Stage;
let adminToken: string;
/** Counts of what happened in the histories of a system. */
const extent = new Map<string, number>();

const signInAdmin = async (): Promise<void> => {
  adminToken = await adminTokenOf(system);
};

const start = async (): Promise<void> => {
  system = await startSystem({ RATE_LIMIT_SCALE: '10000', SANDBOX_MAILBOX_CAPACITY: '200000' });
  const stripe = stripeOf(system, { maxNetworkRetries: 3 });
  const { monthly: monthlyPriceId } = await pricesOf(system);
  await signInAdmin();
  stage = { system, stripe, monthlyPriceId, tournamentId: await openTournament(), adminToken: () => adminToken };
};

/** Years ahead, because the clock is moved by months. */
const openTournament = async (): Promise<string> => {
  const now = await timeOf(system);
  const inYears = (years: number): string => new Date(now + years * 365 * 86_400_000).toISOString();
  const { status, body } = await callApi<{ event: { id: string } }>(system, 'POST', '/api/admin/events', {
    token: adminToken,
    body: {
      title: 'A tournament far ahead',
      description: 'One evening.',
      type: 'tournament',
      division: null,
      timezone: 'America/New_York',
      location: 'Zoom',
      zoomLink: null,
      capacity: null,
      registrationDeadline: inYears(20),
      datetime: inYears(21),
      endsAt: inYears(22),
      price: 4_000,
      isActive: true,
    },
  });
  if (status !== 201) throw new Error(`Creating the tournament answered ${status} ${JSON.stringify(body)}`);
  return body.event.id;
};

afterEach(() => system.stop());

const FAULTS: Readonly<Record<Weather, { readonly api?: object; readonly delivery?: object }>> = {
  calm: {},
  'provider-down': { api: { fail: 1 } },
  'answers-cut': { api: { acceptThenCut: 0.5 } },
  'events-lost': { delivery: { drop: 0.7 } },
  'events-late': { delivery: { delaySeconds: 900 } },
  'events-doubled': { delivery: { duplicate: 2, shuffle: true } },
  'a-month-passes': {},
};
const setWeather = async (weather: Weather): Promise<void> => {
  await atProvider(system, 'api', FAULTS[weather].api ?? {});
  await atProvider(system, 'delivery', FAULTS[weather].delivery ?? {});
};

const live = async ({ histories, weather }: Season): Promise<void> => {
  // Each season takes hours of the moved clock, and an administrator's session a few of them.
  await signInAdmin();
  let now: Weather = 'calm';
  const worlds = histories.map((steps) => ({
    steps,
    world: new World(stage, () => now === 'provider-down' || now === 'answers-cut'),
  }));
  try {
    for (let turn = 0; turn < Math.max(...histories.map((steps) => steps.length)); turn += 1) {
      now = weather[turn] ?? 'calm';
      await setWeather(now);
      if (now === 'a-month-passes') await passMonth(worlds.map(({ world }) => world));
      await Promise.all(
        worlds.flatMap(({ steps: { [turn]: step }, world }) => (step == null ? [] : [world.live(step)])),
      );
    }
  } finally {
    now = 'calm';
    await setWeather('calm');
  }
  // Late messages come, and lost ones again.
  await atProvider(system, 'advance', { seconds: 3 * 3_600 });
  await Promise.all(
    worlds.map(({ world, steps }) =>
      settled(
        world,
        steps.flatMap((step) => (step === null ? [] : [describeStep(step)])),
      ),
    ),
  );
  // The operator's check of all people together.
  const { status, said } = await operateOn(system, ['check']);
  if (status !== 0) throw new Error(`operate check: ${said}`);
  for (const { world } of worlds)
    for (const [what, count] of Object.entries(world.extent)) extent.set(what, (extent.get(what) ?? 0) + count);
};

const passMonth = async (worlds: readonly World[]): Promise<void> => {
  await atProvider(system, 'advance', { seconds: 32 * 86_400 });
  await signInAdmin();
  for (const world of worlds) await world.signInAgain();
};

/** Once all events have been handled, nothing is broken; then everybody cancels, and may continue. */
const settled = async (world: World, steps: readonly string[]): Promise<void> => {
  const check = async (does: { cancels?: boolean; goesOn?: boolean }): Promise<void> => {
    const broken = judge(await world.observe(does));
    if (broken.length > 0)
      throw new Error(`${broken.map(({ rule, what }) => `${rule}: ${what}`).join('\n')}\n\n${steps.join('\n')}`);
  };
  await patiently('rest after a history', () => check({}), REST_MS);
  // Cancelling again changes nothing; an event that was still on its way may have ended a membership meanwhile.
  await patiently('cancelling after a history', () => check({ cancels: true }), REST_MS);
  await check({ goesOn: true });
};

describe('people, accounts and payments', () => {
  const systems = Array.from({ length: Math.ceil(HISTORIES / PER_SYSTEM) }, (_, index) => ({
    histories: Math.min(PER_SYSTEM, HISTORIES - index * PER_SYSTEM),
    seed: SEED + index,
  }));
  it.each(systems)('agree after $histories random histories (OWNERSHIP_SEED=$seed)', async ({ histories, seed }) => {
    await start();
    extent.clear();
    const runs = Math.ceil(histories / CONCURRENT);
    await fc.assert(fc.asyncProperty(seasons(Math.min(CONCURRENT, histories), TURNS), live), {
      numRuns: runs,
      seed,
      ...(PATH !== undefined && { path: PATH }),
      endOnFailure: !SHRINKS,
    });
    console.log(`${histories} histories: ${JSON.stringify(Object.fromEntries(extent))}`);
    // Histories in which nothing comes about prove nothing.
    for (const [what, count] of extent) expect([what, count > 0]).toEqual([what, true]);
    expect(extent.get('payments')).toBeGreaterThan(histories);
  });
});
