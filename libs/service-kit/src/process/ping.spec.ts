import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { pingHandler } from './ping.ts';

const hash = () => promisify(pbkdf2)('planted', 'salt', 5_000, 32, 'sha256');

describe('the ping of a service', () => {
  it.each([
    ['answers', () => Promise.resolve([]), true],
    ['does not answer', () => Promise.reject(new Error('away')), false],
  ])('says whether its database answers: it %s', async (_case, query, database) => {
    expect(await pingHandler('content', { query }).handle({})).toEqual({ database });
  });

  it('is not answered while other work occupies the thread pool', async () => {
    const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
    let finished = 0;
    const work = Array.from({ length: threads * 8 }, () => hash().then(() => (finished += 1)));
    await pingHandler('content', { query: () => Promise.resolve([]) }).handle({});
    expect(finished).toBeGreaterThan(threads * 6);
    await Promise.all(work);
  });
});
