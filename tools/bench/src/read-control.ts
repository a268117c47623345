import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import pg from 'pg';

/*
 * The control of the reads: one Fastify process that asks Postgres for the same rows, with the statements that the services send, and
 * answers them. It has no sessions: the URL names the member. Reports its port to its parent, and exits with it.
 */
const connectionString = process.env['DATABASE_URL'];
if (connectionString === undefined) throw new Error('DATABASE_URL must be set');
/** As each service has. */
const POOL_SIZE = 10;

const BLOG = `SELECT id, title, slug, excerpt, category, author, published_at, created_at, updated_at, is_featured FROM content.blog_posts
  WHERE is_published AND published_at <= $1 ORDER BY published_at DESC, id DESC`;
const USER = `SELECT * FROM identity.users account WHERE account.id = $1
  AND NOT EXISTS (SELECT 1 FROM identity.ended_sessions ended WHERE ended.token_id = $2)`;
const CUSTOMER = 'SELECT * FROM billing.customers WHERE user_id = $1 LIMIT 1';
const SUBSCRIPTION = `SELECT * FROM billing.subscriptions WHERE customer_id = $1
  ORDER BY status IN ('active', 'past_due', 'paused') DESC, started_at DESC LIMIT 1`;

const pool = new pg.Pool({ connectionString, max: POOL_SIZE });
const server = fastify();
server.get('/blog', async () => (await pool.query<object>(BLOG, [new Date()])).rows);

type Person = { Params: { id: string; tokenId: string } };
const signedIn = async ({ id, tokenId }: Person['Params']): Promise<unknown> =>
  (await pool.query<object>(USER, [id, tokenId])).rows[0];
server.get<Person>('/user/:id/:tokenId', async ({ params }) => signedIn(params));
server.get<Person>('/subscription/:id/:tokenId', async ({ params }) => {
  const subscription = async (): Promise<unknown> => {
    const [customer] = (await pool.query<{ id: string }>(CUSTOMER, [params.id])).rows;
    return customer === undefined ? null : (await pool.query<object>(SUBSCRIPTION, [customer.id])).rows[0];
  };
  return (await Promise.all([subscription(), signedIn(params)]))[0];
});

await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.((server.server.address() as AddressInfo).port);
process.on('disconnect', () => process.exit(0));
