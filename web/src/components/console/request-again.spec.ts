import { keepPreviousData, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { requestAgain } from './request-again.ts';

describe('the data of the console after a change', () => {
  const client = new QueryClient();
  afterEach(() => client.clear());

  /** A server whose answers wait, each with the state at the time of its request. */
  const server = () => {
    let status = 'Shown';
    const waiting: (() => void)[] = [];
    return {
      waiting,
      change: (to: string) => (status = to),
      answer: () => {
        const answer = status;
        return new Promise<string>((resolve) => waiting.push(() => resolve(answer)));
      },
    };
  };
  const list = (q: string, queryFn: () => Promise<string>) => ({
    queryKey: ['admin', 'testimonials', { q }],
    queryFn,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('is that after it, also where the first request of a search was answered before and arrives later', async () => {
    const { waiting, change, answer } = server();
    const observer = new QueryObserver(client, list('', answer));
    const stop = observer.subscribe(() => undefined);
    waiting.shift()!();
    await settled();
    observer.setOptions(list('word', answer));
    expect(observer.getCurrentResult()).toMatchObject({ data: 'Shown', isPlaceholderData: true });

    change('Hidden');
    requestAgain(client);
    for (const arrive of waiting) arrive();
    await settled();
    expect(observer.getCurrentResult()).toMatchObject({
      data: 'Hidden',
      isPlaceholderData: false,
      fetchStatus: 'idle',
    });
    stop();
  });

  it('is also what a caller gets who waits for the first answer', async () => {
    const { waiting, change, answer } = server();
    const stop = new QueryObserver(client, list('', answer)).subscribe(() => undefined);
    const read = client.fetchQuery(list('', answer));
    change('Hidden');
    requestAgain(client);
    for (const arrive of waiting) arrive();
    expect(await read).toBe('Hidden');
    stop();
  });

  it('leaves data alone that no page shows', async () => {
    const { waiting, answer } = server();
    const read = client.fetchQuery(list('', answer));
    requestAgain(client);
    expect(waiting).toHaveLength(1);
    waiting[0]!();
    expect(await read).toBe('Shown');
  });
});
