import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listBlogPosts, listTestimonials, readBlogPost } from '@lectern/contracts/content/rpc';
import { listEvents } from '@lectern/contracts/registrations/rpc';
import type { RpcContract } from '@lectern/contracts/rpc';
import { ResponseCache } from './response-cache.ts';

const CACHE_MS = 10_000;
let asked: string[];
let answers: Promise<unknown>[];
let now: number;
let cache: ResponseCache;

beforeEach(() => {
  [asked, answers, now] = [[], [], 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const call = (contract: RpcContract): Promise<unknown> => {
    asked.push(contract.name);
    return answers.shift() ?? Promise.resolve([asked.length]);
  };
  cache = new ResponseCache({ call: call as never });
  cache.setListening(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const posts = (): Promise<unknown> => cache.call(listBlogPosts, {}, CACHE_MS);

describe('cached responses', () => {
  it('are returned without another request, the same object to all', async () => {
    const [first, second] = await Promise.all([posts(), posts()]);
    expect(second).toBe(first);
    expect(await posts()).toBe(first);
    expect(asked).toHaveLength(1);
  });

  it('are those of the same request', async () => {
    await Promise.all([
      cache.call(readBlogPost, { slug: 'one' }, CACHE_MS),
      cache.call(readBlogPost, { slug: 'two' }, CACHE_MS),
      cache.call(listTestimonials, {}, CACHE_MS),
    ]);
    expect(asked).toHaveLength(3);
  });

  it('are forgotten with an event of their service, and not with one of another', async () => {
    const first = await posts();
    await cache.call(listEvents, {}, CACHE_MS);
    cache.forget('registrations');
    expect(await posts()).toBe(first);
    cache.forget('content');
    expect(await posts()).not.toBe(first);
    expect(asked).toEqual([listBlogPosts.name, listEvents.name, listBlogPosts.name]);
  });

  it('that were requested before an event are not returned to requests after it', async () => {
    let answerSlowly = (_answer: unknown): void => undefined;
    answers = [new Promise((resolve) => (answerSlowly = resolve)), Promise.resolve(['new'])];
    const before = posts();
    cache.forget('content');
    const after = posts();
    answerSlowly(['old']);
    expect(await before).toEqual(['old']);
    expect(await after).toEqual(['new']);
    expect(await posts()).toEqual(['new']);
  });

  it('are not failures', async () => {
    answers = [Promise.reject(new Error('away'))];
    await expect(posts()).rejects.toThrow('away');
    expect(await posts()).toEqual([2]);
  });

  it('are at most as old as allowed', async () => {
    const first = await posts();
    now = CACHE_MS - 1;
    expect(await posts()).toBe(first);
    now = CACHE_MS;
    expect(await posts()).not.toBe(first);
  });

  it('are none while events are not received, and begin again afterwards', async () => {
    const first = await posts();
    cache.setListening(false);
    expect(await posts()).not.toBe(first);
    expect(await posts()).not.toEqual(first);
    cache.setListening(true);
    const again = await posts();
    expect(again).not.toBe(first);
    expect(await posts()).toBe(again);
  });

  it('are forgotten when somebody writes', async () => {
    const first = await posts();
    cache.forgetAll();
    expect(await posts()).not.toBe(first);
  });

  it('are limited in number, whatever is requested', async () => {
    const first = await posts();
    for (let number = 0; number < 5_000; number += 1)
      await cache.call(readBlogPost, { slug: `slug-${number}` }, CACHE_MS);
    expect(await cache.call(readBlogPost, { slug: 'slug-4999' }, CACHE_MS)).toEqual([5_001]);
    expect(await posts()).not.toBe(first);
  });
});
