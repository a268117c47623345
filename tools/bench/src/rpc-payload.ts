import * as z from 'zod/mini';
import { rpc } from '@lectern/contracts/rpc';
import { RequestSeal } from '@lectern/service-kit/redis/request-seal';

export const BENCH_SEAL = new RequestSeal(['b1a07c3d95e84f62a4d0c18e7b2f6935']);

/** The payload of one call in each direction: 208 bytes as JSON, about a list row. */
export const payload = {
  id: '6f1c0d5e-6d0b-4f0c-9a55-5b1a2c7d9e01',
  email: 'someone.with.a.usual.address@example.com',
  firstName: 'Someone',
  lastName: 'With-A-Name',
  registeredAt: '2026-01-02T03:04:05.678Z',
  notes: 'a line of some text',
};

/** The same echo for both transports. Ours checks input and output against it, as in every service. */
export const benchEcho = rpc({
  name: 'content.bench-echo.v1',
  input: z.object({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    registeredAt: z.string(),
    notes: z.string(),
  }),
  output: z.object({
    id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    registeredAt: z.string(),
    notes: z.string(),
  }),
  timeoutMs: 20_000,
});

export const STOCK_PATTERN = 'bench.echo';
