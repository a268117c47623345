import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { emailTo } from './mailbox.ts';
import { adminTokenOf, callApi, newRegistration, pricesOf } from './person.ts';
import { stripeOf } from './provider.ts';
import { NOW, sharedSystem, startSystem } from './start-system.ts';

export const someone = (): string => newRegistration().email;
export const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';
export const entryForm = (email: string) => ({
  email,
  firstName: 'Ada',
  lastName: 'Okafor',
  events: ['prepared_speech'],
  division: 'development',
  waiver: true,
});

/** The shared system, or one of its own with these settings, and actions of people who enter through its public API. */
export const entriesSystem = async (settings?: Record<string, string>) => {
  const system = settings === undefined ? await sharedSystem() : await startSystem({ APP_CLOCK: NOW, ...settings });
  const database = new pg.Pool({ connectionString: (await system.run()).database.adminUrl, max: 2 });
  await pricesOf(system);
  // More seats than the tests of a system buy.
  await database.query(`UPDATE registrations.events SET capacity = 1000 WHERE type = 'bootcamp'`);
  const stop = async (): Promise<void> => {
    await database.end();
    await system.stop();
  };

  const post = (path: string, body: object, token?: string) =>
    callApi(system, 'POST', path, { body, ...(token === undefined ? {} : { token }) });

  const rowOf = async <T extends pg.QueryResultRow>(table: string, email: string): Promise<T | undefined> =>
    (await database.query<T>(`SELECT * FROM registrations.${table} WHERE email = $1`, [email])).rows[0];

  /** The text of the newest email to an address with this in its subject, once it arrived. */
  const textTo = async (email: string, subject: string): Promise<string> =>
    (await emailTo(system, email, subject)).text;

  const preview = (token: string) => post('/api/payment-links/preview', { token });
  const pageOf = (token: string) => post('/api/payment-links/checkout', { token });

  /** A promo code for tournaments. */
  const tenDollarsOff = async (terms: object = {}) => {
    const admin = await adminTokenOf(system);
    const code = `SAVE${randomUUID().slice(0, 6).toUpperCase()}`;
    const fields = {
      code,
      name: 'Ten dollars',
      discountType: 'fixed_amount',
      discountValue: 1_000,
      applicableProducts: ['tournaments'],
      ...terms,
    };
    const { status, body } = await post('/api/admin/promo-codes', fields, admin);
    if (status >= 300) throw new Error(`Creating the promo code answered ${status}`);
    return { code, id: body['id'] as string, admin };
  };

  /** A tournament next year with so many places. */
  const tournamentOf = async (capacity: number): Promise<string> => {
    const inDays = (days: number): string => new Date(new Date(NOW).getTime() + days * 86_400_000).toISOString();
    const title = `Small ${randomUUID().slice(0, 8)}`;
    const event = {
      title,
      description: 'One evening.',
      type: 'tournament',
      division: null,
      timezone: 'America/New_York',
      location: 'Zoom',
      zoomLink: null,
      price: 4_000,
      isActive: true,
      datetime: inDays(300),
      endsAt: inDays(301),
      registrationDeadline: inDays(290),
      capacity,
    };
    const { status } = await post('/api/admin/events', event, await adminTokenOf(system));
    if (status !== 201) throw new Error(`Creating the tournament answered ${status}`);
    const { rows } = await database.query<{ id: string }>('SELECT id FROM registrations.events WHERE title = $1', [
      title,
    ]);
    return rows[0]!.id;
  };

  return {
    system,
    stripe: stripeOf(system),
    database,
    stop,
    post,
    rowOf,
    textTo,
    preview,
    pageOf,
    tenDollarsOff,
    tournamentOf,
  };
};
